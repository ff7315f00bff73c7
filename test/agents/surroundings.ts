import { afterAll, afterEach, beforeAll } from "vitest";
import { type ProviderServer, startProviderServer } from "../support/provider-server/server.ts";
import { makePlace, removePlace } from "./place.ts";
import type { Place, Settings } from "./program.ts";

export interface Surroundings {
  readonly server: ProviderServer;
  readonly observer: ProviderServer;
  readonly placeFor: (program: { settings(place: Place): Settings }) => Place;
}

export function surroundings(listed: readonly string[] = []): Surroundings {
  let server: ProviderServer;
  let observer: ProviderServer;
  const places: Place[] = [];

  beforeAll(async () => {
    server = await startProviderServer(() => ({ type: "silence" }), listed);
    observer = await startProviderServer(() => ({ type: "silence" }));
  });
  afterEach(async () => {
    for (const place of places.splice(0)) await removePlace(place);
  });
  afterAll(async () => {
    await server.close();
    await observer.close();
  });

  return {
    get server() {
      return server;
    },
    get observer() {
      return observer;
    },
    placeFor(program) {
      const place = makePlace(program, server.url);
      places.push(place);
      return place;
    },
  };
}
