// What a gate plans, from its file alone: nothing is started or measured.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { parseGate } from '../../study/gate/gate-file.ts';
import { planGate } from './gate-study.ts';
import { withSides } from './gate-targets.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-gate-study-'));
after(() => rmSync(scratch, { recursive: true }));

const NO_TUN = new EnvironmentError('no namespaces can be made here', ['unshare'], 'sudo sysctl');

async function planned(rules: string, rest = 'dataset: book, n: 3') {
  const gate = parseGate(`gate: {base: node, head: node, ${rest}, rules: [${rules}]}`, 'gate.yaml');
  const host = withSides(gate, 'gate.yaml', fakeHost(scratch, QUICK_TIME));
  const drivers = inProcessDrivers({ targets: ['base', 'head'], link: { missing: NO_TUN } }, QUICK_TIME);
  return { gate, host, ...(await planGate(gate, 'gate.yaml', host, drivers, null)) };
}

test('where there is no link, nobody is told of an option that a gate has not', async () => {
  const { noLink, notes } = await planned('{item: total, slower: 5%}, {item: total, network: 4g, above: 1s}');
  assert.equal(noLink?.remedy, NO_TUN.remedy);
  assert.ok(notes.some((note) => note.includes('to mend it: sudo sysctl')));
  assert.doesNotMatch(notes.join('\n'), /--link/);
});
