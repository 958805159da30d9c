// Before anything is measured every target of the plan is held to the target contract.

import { EnvironmentError } from '../base/errors.ts';
import type { Host } from '../base/host.ts';
import { deriveSeed, seededRandom } from '../base/random.ts';
import type { Drivers } from '../drive/driver.ts';
import type { Plan } from '../plan/plan.ts';
import type { Listener } from '../run/events.ts';
import { secureTargetOf } from '../verify/secure-target.ts';
import { verifyTarget } from '../verify/verify.ts';
import { VERIFY_LARGEST_N } from '../verify/verify-process.ts';
import { dataDirOf } from './run-context.ts';

/** Throws an EnvironmentError at the first that does not keep it. */
export async function verifyTargets(plan: Plan, host: Host, drivers: Drivers, tell: Listener): Promise<void> {
  const isSecure = plan.cells.some(({ skip, factors }) => skip === null && factors.protocol !== 'http1');
  const tls = isSecure ? await drivers.certificate([]) : null;
  for (const name of new Set(plan.sessions.map((session) => session.target))) {
    const target = await drivers.target(name).start({ largestN: VERIFY_LARGEST_N, tls });
    try {
      const secure = await secureTargetOf(target, tls);
      const random = seededRandom(deriveSeed(plan.seed, 'verify', name));
      const options = {
        mode: 'fast',
        clock: host.clock,
        random,
        dataDir: dataDirOf(host),
        secure,
        timedCompressions: compressionsOf(plan),
      } as const;
      const verified = await Promise.race([verifyTarget(target.url, options), aborted(host.interrupted)]);
      // The run sees the interruption itself, and leaves a record that says so.
      if (verified === null) return;
      if (!verified.passed) {
        throw new EnvironmentError(
          `target ${name} does not keep the target contract, so nothing is measured`,
          verified.checks.flatMap(({ name, findings }) =>
            findings.slice(0, 3).map((one) => `${name}: ${one}`),
          ),
          `see what is wrong with: npx wirefare verify ${name}`,
        );
      }
      tell({ kind: 'target-verified', target: name, checks: verified.checks.length });
    } finally {
      await target.close();
    }
  }
}

/** Without their levels: `none`, `gzip`. */
function compressionsOf({ cells }: Plan): string[] {
  const runnable = cells.filter(({ skip }) => skip === null);
  return [...new Set(runnable.map(({ factors }) => factors.compression.split('-')[0]!))];
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
