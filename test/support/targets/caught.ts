// A target that cheats, held to the one check that has to catch it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../src/base/random.ts';
import { SUITE } from '../../../src/verify/suite.ts';
import { verifyTarget } from '../../../src/verify/verify.ts';
import { type Cheat, FEW, startCheating } from './cheating-target.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };

/** The findings of the named check against a target with that cheat. */
async function findingsOf(name: string, cheat: Cheat): Promise<readonly string[]> {
  const server = await startCheating(cheat, clock);
  try {
    const checks = SUITE.filter((check) => check.name === name);
    const options = {
      mode: 'fast',
      clock,
      random: seededRandom(1),
      dataDir: null,
      only: FEW,
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

export function caught(name: string, what: string, cheat: Cheat, says: RegExp): void {
  test(`${what} is caught by ${name}`, async () => {
    const findings = await findingsOf(name, cheat);
    assert.match(findings.join('\n'), says);
  });
}
