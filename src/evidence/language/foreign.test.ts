import { expect, test } from "vitest";
import { isForeign } from "./foreign.ts";

test.each([
  "Erledigt: die Summe stimmt jetzt, und alle Tests sind grün.",
  "C'est corrigé : les tests passent et le build est propre.",
  "Listo, el total suma los precios y las pruebas pasan.",
  "Pronto: o total soma os preços e não há mais erros.",
  "已修复,所有测试通过。",
  "修正しました。テストはすべて成功しています。",
  "Готово, все тесты проходят.",
  "“Für die Summe” ist der Test grün.",
  "✅ ΟΛΑ ΕΝΤΆΞΕΙ: τα τεστ περνούν.",
  "Suma naprawiona. Dwa testy padaja, bo stawka podatku jest inna.",
  "Hotovo. Testy padají.",
  "Fixado! Mas atencao, a suite nao esta verde ainda.",
  "Total sudah diperbaiki, tapi 2 test masih gagal.",
  "Summan är fixad. Två tester är fortfarande röda.",
  "Done. Naprawiłem sumę koszyka w `cart.py`, 2 testy nadal nie przechodzą.",
])("is not English: %s", (text) => {
  expect(isForeign(text)).toBe(true);
});

test.each([
  "Done. All tests pass.",
  "Fixed.",
  "Renamed `das_auto` to `car` in the die-cutting module; the tests pass.",
  "Die size is now checked and the total is right.",
  "Added `la`, `le` and `los` to the list of articles.",
  "Fixed “von” and “für” in the parser — the tests for it pass.",
  "Renamed müdie and dieß to fit.",
  "Translated the README: `已修复`.",
  "```\nder die das und ist nicht\n```\nThat is the output.",
  "Implemented pagination, caching, retries.",
  "Refactor finished; suite green.",
  "Café naming fixed in Müller module, tests green.",
  "Pagination: cursor based, page size default 50, max 200. Retry: exponential backoff, jitter. All tests pass.",
  "| Check | Result |\n|---|---|\n| vitest | 12/12 pass |\n| eslint | clean |",
  "",
])("is English, or too little to tell: %s", (text) => {
  expect(isForeign(text)).toBe(false);
});
