export class Inventory {
  #items = new Map();

  add(name, amount) {
    this.#items.set(name, amount);
  }

  count(name) {
    return this.#items.get(name) ?? 0;
  }
}
