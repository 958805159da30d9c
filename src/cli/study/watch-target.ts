// While a session measures, its target is held to what it was verified for: a first look before anything is
// timed, and another one after.

import type { Host } from '../../base/host.ts';
import { deriveSeed, seededRandom } from '../../base/random.ts';
import { isSequence } from '../../factors/cell.ts';
import { DONE_BY } from '../../factors/procedure.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunContext } from '../../run/run-context.ts';
import type { Check } from '../../verify/check.ts';
import { sessionChecks } from '../../verify/look-again.ts';
import { CALL_WORK_CHECKS } from '../../verify/suite.ts';
import { verifyTarget } from '../../verify/verify.ts';
import { type ExchangeQuery, needsDictionary } from '../../wire/target-contract.ts';
import { dataDirectory } from '../surroundings/run-context.ts';
import { usedBy } from './verify-targets.ts';

/** Its requests are light, and a busy machine may take longer for one than somebody waits for an exchange. */
const LEAST_TIMEOUT_MS = 10_000;

/** `timeoutMs`: how long an exchange is waited for. */
export function targetWatcher(host: Host, timeoutMs: number): RunContext['watchTarget'] {
  return async ({ url, secret, pid, isFront }, cells, seed, within) => {
    if (isFront === true) return { again: async () => [] };
    const { first, again } = sessionChecks(
      cells.flatMap(queryOf),
      seededRandom(deriveSeed(seed, 'kinds of work')),
    );
    const calls = cells.some(({ factors }) => factors.kind === 'call') ? CALL_WORK_CHECKS : [];
    const look = async (what: string, checks: readonly Check[]) => {
      if (checks.length === 0) return [];
      const random = seededRandom(deriveSeed(seed, what));
      const common = { mode: 'fast', clock: host.clock, dataDir: dataDirectory(host) } as const;
      const withinMs = within(Math.max(LEAST_TIMEOUT_MS, timeoutMs));
      const options = { ...common, random, pid, secret, timeoutMs: withinMs };
      const report = await verifyTarget(url, { ...options, only: usedBy(cells), checks });
      return report.checks.flatMap(({ name, findings }) => findings.map((finding) => `${name}: ${finding}`));
    };
    // What is wrong already is seen again at the end.
    await look('first look', first);
    return { again: () => look('look again', [...again, ...calls]) };
  };
}

/**
 * None of messages, each of which is checked when it comes, and of what only a client can ask that keeps
 * dictionaries.
 */
function queryOf({ factors }: PlannedCell): ExchangeQuery[] {
  if (isSequence(factors) || factors.kind !== 'request') return [];
  const { dataset, n, format, encoder, compression, procedure, computation } = factors;
  if (needsDictionary(compression.coding)) return [];
  const computes = DONE_BY[procedure].serverComputations > 0;
  return [
    {
      dataset,
      n,
      format,
      codec: encoder,
      compression: compression.coding,
      level: compression.level,
      compute: computes ? computation : 'none',
      close: false,
      opaque: false,
    },
  ];
}
