// A target that cheats, held to the one check that has to catch it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../src/base/random.ts';
import { SUITE } from '../../../src/verify/suite.ts';
import { verifyTarget } from '../../../src/verify/verify.ts';
import { type Cheat, FEW, startCheating } from './cheating-target.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };

/** The findings of the named check against a target with that cheat. */
async function findingsOf(
  name: string,
  cheat: Cheat,
  datasets: readonly string[],
): Promise<readonly string[]> {
  const server = await startCheating(cheat, clock);
  try {
    const checks = SUITE.filter((check) => check.name === name);
    const options = {
      mode: 'fast',
      clock,
      random: seededRandom(1),
      dataDir: null,
      only: { ...FEW, datasets },
      timeoutMs: 1_000,
      checks,
    } as const;
    const report = await verifyTarget(server.url, options);
    const outcome = report.checks.find((check) => check.name === name);
    assert.ok(outcome, `no check named ${name} was run: ${JSON.stringify(report)}`);
    return outcome.findings;
  } finally {
    await server.close();
  }
}

/** `datasets`: those that are asked for; fewer where what is caught is the same in each. */
export function caught(
  name: string,
  what: string,
  cheat: Cheat,
  says: RegExp,
  datasets: readonly string[] = FEW.datasets,
): void {
  test(`${what} is caught by ${name}`, async () => {
    const findings = await findingsOf(name, cheat, datasets);
    assert.match(findings.join('\n'), says);
  });
}
