import { randomUUID } from "node:crypto";
import { SYSTEM_CLOCK } from "../clock.ts";
import { familyOf } from "../family.ts";
import type { Model } from "../model.ts";
import type { ModelRuntime } from "../model-runtime.ts";
import { withRetries } from "../retry.ts";
import type { SdkSource } from "./call.ts";
import { createDecider } from "./decide.ts";
import { inferOnce } from "./infer.ts";
import type { SdkProvider } from "./provider.ts";

/** A model of an AI SDK provider package, with our interface. */
export function createSdkModel(provider: SdkProvider, modelId: string, runtime: ModelRuntime = {}): Model {
  const name = `${provider.provider}/${modelId}`;
  const clock = runtime.clock ?? SYSTEM_CLOCK;
  const random = runtime.random ?? Math.random;
  const newId = runtime.newId ?? randomUUID;
  const source: SdkSource = { name, provider, clock, newId, load: once(provider.load) };
  return {
    name,
    family: familyOf(provider.provider, modelId),
    decide: createDecider(source),
    infer: (request) =>
      withRetries({
        attempt: (signal) => inferOnce(source, request, signal),
        settings: request.settings,
        signal: request.signal,
        clock,
        random,
      }),
  };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}
