import { expression, part } from "../../patterns/expression.ts";
import type { ClaimsAbroad } from "./closing-tables.ts";

/** "All tests pass", as a whole clause. */
const ALL_PASS = [
  part`
    alle (?:\d+ )?(?:unit-?)?tests (?:
      laufen (?:jetzt |nun |wieder )*(?:durch|(?:sauber|erfolgreich|fehlerfrei)(?: durch)?)
      |(?:sind (?:jetzt |nun |wieder )*)?(?:grün|erfolgreich|bestanden)
      |bestehen
    )
  `,
  "tous les (?:\\d+ )?tests (?:unitaires )?(?:passent|réussissent|sont (?:au vert|verts))",
  "tod[oa]s l[oa]s (?:\\d+ )?(?:tests|pruebas) (?:pasan|pasaron|están en verde)",
  "todos os (?:\\d+ )?testes (?:passam|passaram|est[ãa]o (?:passando|verdes))",
  "tutti (?:i|gli) (?:\\d+ )?test (?:passano|sono (?:passati|verdi))",
  "alle (?:\\d+ )?tests (?:slagen|zijn (?:groen|geslaagd))",
  "wszystkie (?:\\d+ )?test(?:y|ów) (?:przechodzą|przechodzi|przeszły|są zielone)",
  "все (?:\\d+ )?тест(?:ы|ов) (?:успешно )?(?:проходят|прошли|зел[её]ные|пройдены)",
  "(?:所有|全部)的?(?:\\d+ ?个)?测试(?:用例)?(?:都|均)?(?:已)?通过了?",
  "(?:すべて|全て)のテスト(?:が|は)(?:成功して(?:い)?ます|成功しました|通っています|通りました|パスしました)",
  "모든 테스트가 (?:통과합니다|통과했습니다|성공했습니다)",
];

export const FOREIGN_CLAIMS: ClaimsAbroad = {
  mayClaim: /\b(?:alle|tous|tod[oa]s|tutti|wszystkie)\s|все\s|所有|全部|すべて|全て|모든/i,
  tests: /\b(?:tests?|pruebas?|testes?|suites?)\b|тест|测试|テスト|테스트/i,
  allPass: expression("i")`
    (?:^|(?<!:\s?)[\s.,;!–—(。，！✅])(?:${ALL_PASS.join("|")})(?=
      \s*(?:
        $|[.,;!)。，！✅🎉]
        |(?:und|et|y|e|en(?! (?:principe|th[ée]orie|local|g[ée]n[ée]ral|attend\w*|l\W|ce |cas |fait ))|i|и) )
    )
  `,
  result: expression("i")`
    ^\W*(?:
      ergebnis(?:se)?|resultat|status|stand|fazit|zusammenfassung|résultats?|statut|bilan|résumé|resultados?|estado
      |resumen|resumo|risultat[oi]|stato|wynik|результат|итог|结果|状态|结论|結果|状態|まとめ|결과
    )\s*[:：]
  `,
  orders: expression("i")`
    ^\W*(?:
      (?:
        dann|jetzt|nun|einfach|ensuite|puis|maintenant|luego|ahora|simplemente|depois|agora|poi|ora|dan|nu|teraz
        |затем|теперь
      )\s
    )?(?:
      setz|änder|pass|start|führ|installier|aktualisier|nutz|verwend|füg|lösch|entfern|wart|geh|korrigier|ersetz
      |stell|erhöh|mets|mettez|lance|installe|ajoute|change|corrige|modifie|supprime|fusionne|exécute|utilise
      |remplace|pon|ponga|cambi|ejecut|instal|añad|agreg|actualiz|correg|fusion|borr|elimin|us[ae]|rod[ea]|execut
      |mud[ea]|altere|adicion|atualiz|corrij|remov|imposta|esegu|lanci|aggiun|aggiorn|correg|rimuov|zet|voer|draai
      |wijzig|installeer|ustaw|uruchom|zmień|zainstaluj|поставь|запусти|установи|измени|исправь|обнови
    )[a-zéèà\u0400-\u04ff]*\s(?!(?:wurde|ist|sind|est|está|foi|è|is|jest)\s)[^.!?]{1,120}?
    (?:,|\s(?:und|dann|et|puis|y|luego|e|depois|poi|en|dan|i|и|тогда))\s
  `,
  doubt: expression("i")`
    (?<![\wа-яё\u00c0-\u024f])(?:
      nicht\w*|kein\w*|au(?:ß|ss)er|ausgenommen|bis auf|aber|jedoch|allerdings|leider|fehl(?!erfrei)\w*|rot\w*|noch
      |nur|soll\w*|müss\w*|muss|würd\w*|könn\w*|dürft\w*|wenn|falls|sobald|ob|dass|vermutlich|wohl|wahrscheinlich
      |eigentlich|fast|laut|vorher|zuvor|sagt\w*|offen\w*|ziel|nächst\w*|bitte|bei dir|du hast|dein\w*|ungetest\w*
      |ohne|pas|ne|sauf|hormis|excepté|mais|cependant|échou\w*|rouges?|reste\w*|encore|devr\w*|doiv\w*|si|quand
      |une fois|vérifi\w*|presque|avant|selon|dès|à faire|tu as|ton|ta|votre|no|salvo|excepto|menos|pero|fall\w*
      |rojos?|quedan?|falta\w*|deb[eí]\w*|cuando|casi|antes|según|comprueb\w*|una vez|pendiente\w*|tus?|has|seus?
      |n[ãa]o|nem|exceto|mas|falh\w*|vermelh\w*|dev\w*|se|quando|quase|segundo|verifi\w*|assim que|non|tranne
      |eccetto|ma|ross[oi]|dov\w*|quasi|prima|secondo|niet|geen|behalve|maar|fal\w*|rood|nog|zou\w*|moet\w*|als
      |zodra|bijna|eerder|volgens|controleer|nie|oprócz|poza|ale|czerwon\w*|jeszcze|powin\S*|jeśli|gdy|prawie
      |wcześniej|według|sprawdź|не|нет|кроме|но|пада\S*|красн\S*|долж\S*|если|когда|почти|раньше|ещё|еще|but|except
      |fail\w*|not|should|if|once|when|red|apart|aside|only|skip\w*|broken|todo|next|ci|pipeline|plan\w*|ziel\w*
      |krit\S+|crit\S+|voraussetz\w*|annahme\w*|annahmen|definition|bedingung\w*|condi\S+|vor dem|vor der|schritte?
      |étapes?|pasos|passos|objecti\w+|objetivos?|obiettiv\w+|meta|doel\w*|cel|celem|badge\w*|meldung\w*|mess?ag\w+
      |mensaj\w+|mensagem|texte?s?|label\w*|affiche\w*|dice|commit-?\w*(?:text|nachricht|message)|критери\S*|цел\S*
      |услови\S*|план\S*|сообщени\S*
    )(?![\wа-яё\u00c0-\u024f])|n'|n’
    |(?<![\wа-яё\u00c0-\u024f])(?:
      damit|sodass|um sicher\S*|sicher ?stell\w*|schön wär\S*|wäre?n?|hoff\w*|pour (?:que|confirmer|garantir)|afin
      |assur\S*|si seulement|hélas|espér\S*|aimer\S*|para (?:que|confirmar|garantir|asegurar|assegurar)
      |confirm[ae]r?|comprob\S*|asegur\S*|assegur\w*|garanti\w*|ojal[áa]|oxal[áa]|tomara|quisiera|queria|cosicché
      |affinché|conferma\w*|magari|spero|zodat|hopelijk|aby|żeby|oby|чтобы|убед\S*|если бы|хотел\S*|надеюсь|увы
    )(?![\wа-яё\u00c0-\u024f])|[不没未除但若]|(?<!已)确[认保]|以便|希望|就能|就会|ご確認|確認(?:して(?:ください|下さい)|のため|するに)|ように|実行すると|확인(?:하|해)
    |위해|하면|으면|失败|标准|目标|条件|要求|计划|步骤|消息|文案|完了条件|目標|計画|手順|목표|조건|계획|메시지|应该|如果|几乎|大部分|之前|请|你|您|ない|ません|以外|ただ|失敗|はず|なら|れば
    |たら|ほぼ|前は|않|못|제외|하지만|다만|실패|것입니다|거의|빼고|전에|지만|[?？❌⚠⛔✗✘„«]|🔴|🚫
  `,
};
