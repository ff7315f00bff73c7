import { storeContract } from "../../test/contracts/store.ts";
import { createMemoryStore } from "./memory.ts";

storeContract({
  name: "memory",
  notShared: "memory belongs to one process",
  async create() {
    return {
      location: "",
      open: async (options) => createMemoryStore(options),
      verify: () => {},
      dispose: async () => {},
    };
  },
});
