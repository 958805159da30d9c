import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { targetNames } from '../../src/drive/targets/target-names.ts';
import { ROOT } from '../support/real/browser-bench.ts';
import { labBench } from '../support/real/lab-process.ts';

// Every target held to the full suite of the contract, of which npm test asks for fewer sizes.

const bench = labBench();
after(() => bench.remove());

async function assertVerified(...args: string[]): Promise<void> {
  const { code, out, err } = await bench.start('verify', ...args).ended;
  assert.equal(code, 0, `${out}${err}`);
  assert.deepEqual(await bench.survivorsAfter(5_000), []);
}

for (const name of targetNames(ROOT, {})) {
  test(`the target ${name} meets every check of the full suite`, () => assertVerified(name));
}
