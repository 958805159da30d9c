// Every target held to its contract again and again, on a machine that is idle and on one whose cores are
// wanted by four others: what goes wrong between threads goes wrong now and then. GlassFish, whose answers
// come from several threads of its own, more often. WIREFARE_PROOF_TIMES asks for fewer.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { targetNames } from '../../src/drive/targets/target-names.ts';
import { ROOT } from '../support/real/browser-bench.ts';
import { labBench } from '../support/real/lab-process.ts';

const bench = labBench();
after(() => bench.remove());

const TIMES = Number(process.env.WIREFARE_PROOF_TIMES ?? 20);
const TIMES_OF_GLASSFISH = Math.ceil(TIMES * 2.5);

for (const load of [0, 4]) {
  for (const name of targetNames(ROOT, {})) {
    const times = name === 'glassfish' ? TIMES_OF_GLASSFISH : TIMES;
    test(`the target ${name} meets its contract ${times} times in a row beside ${load} busy loops`, async () => {
      const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);']));
      try {
        for (let time = 1; time <= times; time++) await assertVerified(name, `${time} of ${times}`);
      } finally {
        await Promise.all(busy.map(ended));
      }
    });
  }
}

async function assertVerified(name: string, which: string): Promise<void> {
  const { code, out, err } = await bench.start('verify', name, '--fast').ended;
  assert.equal(code, 0, `${which}: ${out}${err}`);
  assert.deepEqual(await bench.survivorsAfter(5_000), []);
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
