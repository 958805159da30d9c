import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { targetNames } from '../../src/drive/targets/target-names.ts';
import { withNginx } from '../../src/factors/target.ts';
import { ROOT } from '../support/real/browser-bench.ts';
import { labBench } from '../support/real/lab-process.ts';

// Every target held to the full suite of the contract, of which npm test asks for fewer sizes; some behind
// nginx too, whose buffers hold what is large.

const bench = labBench();
after(() => bench.remove());

async function assertVerified(...args: string[]): Promise<void> {
  const { code, out, err } = await bench.start('verify', ...args).ended;
  assert.equal(code, 0, `${out}${err}`);
  assert.deepEqual(await bench.survivorsAfter(5_000), []);
}

/** Of different make: what nginx does to answers it does to all, but each answers it in its own way. */
const BEHIND_NGINX = ['node', 'fastapi', 'php'].map(withNginx);

for (const name of [...targetNames(ROOT, {}), ...BEHIND_NGINX]) {
  test(`the target ${name} meets every check of the full suite`, () => assertVerified(name));
}
