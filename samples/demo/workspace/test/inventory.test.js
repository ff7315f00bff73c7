import assert from "node:assert/strict";
import test from "node:test";
import { Inventory } from "../src/inventory.js";

test("counts what was added", () => {
  const inventory = new Inventory();
  inventory.add("bolts", 3);
  assert.equal(inventory.count("bolts"), 3);
});
