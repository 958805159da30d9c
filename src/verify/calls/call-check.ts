// What the checks of calls share: they are passed over where a target has none, and what they ask takes
// milliseconds, so that a target that does not answer costs seconds.

import type { CallFeatures } from '../../wire/target-contract.ts';
import type { Check, CheckContext } from '../check.ts';
import { type HttpClient, httpClient } from '../clients/http-client.ts';

export interface CallLook {
  readonly context: CheckContext;
  readonly features: CallFeatures;
  /** One connection, kept alive. */
  readonly client: HttpClient;
  /** Longest wait for an answer, ms. */
  readonly timeoutMs: number;
}

interface CallCheckSettings {
  readonly name: string;
  readonly must: string;
  /** Why there is nothing to look at in a target with these; null where there is. */
  without?(features: CallFeatures): string | null;
  look(look: CallLook): Promise<readonly string[]>;
}

const CALLS_WITHIN_MS = 10_000;

export function callCheck({ name, must, without, look }: CallCheckSettings): Check {
  return {
    name,
    must,
    run: async (context) => {
      const features = context.about.features.calls;
      if (features === undefined || features.operations.length === 0)
        return { skipped: 'calls: it has none, or none are measured' };
      const lacks = without?.(features) ?? null;
      if (lacks !== null) return { skipped: lacks };
      const timeoutMs = Math.min(context.timeoutMs, CALLS_WITHIN_MS);
      const client = httpClient(context.address, context.clock, timeoutMs);
      try {
        return { findings: await look({ context, features, client, timeoutMs }) };
      } finally {
        client.close();
      }
    },
  };
}
