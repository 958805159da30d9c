// Targets in Java as their user has them verified: built on the first use, held to every check of the
// contract, nothing left. With fewer sizes (--fast): four times the whole would be a third of all tests'
// time.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Builder, findBuilder } from '../../../src/drive/targets/target-build.ts';
import { labBench } from './lab-process.ts';

/** null where there is none, or no JDK for it. */
export const maven: Builder | null = await findBuilder('mvn', process.env).catch(() => null);

/** Why what needs it is skipped. */
export const withoutMaven =
  maven === null && 'the Java targets take Maven and a JDK 17 or newer: apt-get install maven';

/**
 * The quick compiler alone: what the other one takes for its better code comes back after minutes, and the
 * contract and the modules' own tests ask for no speed. With both, the full suite is gone through by
 * test/prove/contract.test.ts.
 */
export const QUICK_COMPILER = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1' };

export function holdsToTheContract(names: readonly string[]): void {
  const bench = labBench({ env: QUICK_COMPILER });
  after(() => bench.remove());
  for (const name of names) {
    test(`the target ${name} meets every check of the contract, and leaves nothing behind`, {
      skip: withoutMaven,
    }, async () => {
      const { code, out, err } = await bench.start('verify', name, '--fast').ended;
      assert.equal(code, 0, `${out}${err}`);
      assert.deepEqual(await bench.survivorsAfter(5_000), []);
      assert.deepEqual(bench.leftovers(), []);
    });
  }
}
