// What a gate plans, and what it refuses before anything is measured.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { gatesIn, NO_TUN } from '../../../test/support/host/planned-gate.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { gate as gateCommand } from './gate.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-gate-study-'));
after(() => rmSync(scratch, { recursive: true }));

const { planned, refused } = gatesIn(scratch);

test('where there is no link, nobody is told of an option that a gate has not', async () => {
  const { noLink, notes } = await planned('{item: total, slower: 5%}, {item: total, network: 4g, above: 1s}');
  assert.equal(noLink?.remedy, NO_TUN.remedy);
  assert.ok(notes.some((note) => note.includes('to mend it: sudo sysctl')));
  assert.doesNotMatch(notes.join('\n'), /--link/);
});

test('a rule that needs the link where there is none ends the gate before it measures, whatever the sides', async () => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('[{"id":1}]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rules =
    'browser: node, undecided: pass, rules: [{item: total, slower: 5%}, {item: total, network: 4g, above: 1s}]';
  try {
    for (const sides of [
      'base: node, head: node, dataset: book, n: 3',
      `base: "${url}/a", head: "${url}/b"`,
    ]) {
      const host = fakeHost(scratch, QUICK_TIME);
      writeFileSync(join(scratch, 'gate.yaml'), `gate: {${sides}, ${rules}}`);
      const made = () =>
        inProcessDrivers({ targets: ['base', 'head'], link: { missing: NO_TUN } }, QUICK_TIME);
      await assert.rejects(
        gateCommand('gate.yaml', { format: 'json' }, host, made),
        (thrown: unknown) =>
          thrown instanceof EnvironmentError &&
          /the rule total above: 1s, network 4g needs the link: no namespaces/.test(thrown.message) &&
          thrown.remedy === NO_TUN.remedy,
      );
      assert.equal(JSON.parse(host.printed()).outcome, 'failed');
      assert.ok(!readdirSync(scratch).includes('runs'));
    }
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('rules name networks of the study that the gate names, and nothing that nobody knows', async () => {
  const own = join(scratch, 'own.yaml');
  const office = '{name: office, down: 50mbit, up: 10mbit, rtt: 5ms}';
  writeFileSync(
    own,
    `study: own\ntitle: T\nquestion: Q\nfactors: {n: 3, format: json, browser: node, network: [none, ${office}]}\n`,
  );
  const { heads } = await planned('{item: total, network: office, slower: 5%}', 'study: own.yaml');
  assert.deepEqual(heads, [['json office head']]);
  assert.match(
    await refused('{item: total, network: offce, slower: 5%}', 'study: own.yaml'),
    /gate\.rules\[0\]\.network: unknown network "offce".*did you mean office\?/,
  );
  assert.match(
    await refused('{item: total, network: office, slower: 5%}'),
    /gate\.rules\[0\]\.network: unknown network "office"/,
  );
  assert.match(
    await refused('{item: total, network: [4g, office=50mbit/5ms], slower: 5%}'),
    /gate\.rules\[0\]\.network: "office=50mbit\/5ms" has figures of its own, which a rule cannot give/,
  );
});

test('what is wrong with the study that a gate makes is told where the gate has it', async () => {
  const rule = '{item: total, slower: 5%}';
  const place = async (...asked: Parameters<typeof refused>) =>
    (await refused(...asked)).split('\n').map((line) => line.split(': ').slice(0, 3).join(': '));
  const tooMany = '2000000 objects';
  assert.deepEqual(await place(rule, 'dataset: book, n: 2000000'), [`gate.yaml:1: gate.n: ${tooMany}`]);
  assert.deepEqual(await place(`${rule}, {item: total, slower: 9%, n: 2000000}`, 'dataset: book, n: 3'), [
    `gate.yaml:1: gate.rules[1].n: ${tooMany}`,
  ]);
  // Nobody has named a procedure: it is the data that go with another.
  assert.deepEqual(
    await place(`${rule}, {item: total, slower: 9%, dataset: transit-init-simple}`, 'dataset: book, n: 1'),
    ['gate.yaml:1: gate.rules[1].dataset: transit-init-simple'],
  );
});

test('bytes alone take the budget that is given, and little time where none is', async () => {
  const budgetMs = async (rest: string) =>
    (await planned('{item: bytes, grows: 1%}', `dataset: book, n: 3${rest}`)).study.protocol.budgetMs;
  assert.equal(await budgetMs(''), 10_000);
  assert.equal(await budgetMs(', budget: 90s'), 90_000);
});

test('bytes alone take more time where their cells do, and none of them is left out', async () => {
  const many = 'network: [none, dsl, cable, 4g, 3g], format: [json, xml]';
  writeFileSync(
    join(scratch, 'many.yaml'),
    `study: many\ntitle: T\nquestion: Q\nfactors: {n: [10, 1000], ${many}}\nprotocol: {budget: 30m}\n`,
  );
  const { study, plan } = await planned('{item: bytes, grows: 1%}', 'study: many.yaml', {});
  assert.ok(study.protocol.budgetMs > 10_000, String(study.protocol.budgetMs));
  assert.ok(study.protocol.budgetMs < 30 * 60_000, String(study.protocol.budgetMs));
  assert.deepEqual(
    plan.cells.filter(({ skip }) => skip !== null).map(({ id, skip }) => `${id}: ${skip}`),
    [],
  );
});

test('browsers that come from elsewhere are refused where they are named, and a Grid here is not', async () => {
  const here =
    /comes from elsewhere, and a gate measures in a browser of this machine: chromium, firefox, webkit, node, or a Grid here$/;
  const rule = '{item: total, slower: 5%}';
  const data = 'dataset: book, n: 3';
  for (const browser of ['outside', '"grid:chrome@http://remote:4444"']) {
    const told = await refused(rule, `${data}, browser: ${browser}`);
    assert.match(told, /^gate\.yaml:1: gate\.browser: /);
    assert.match(told, here);
    assert.match(
      await refused(`{item: total, slower: 5%, browser: [node, ${browser}]}`, data),
      /^gate\.yaml:1: gate\.rules\[0\]\.browser: /,
    );
  }
  writeFileSync(
    join(scratch, 'phone.yaml'),
    'study: phone\ntitle: T\nquestion: Q\nfactors: {n: 3, format: json, browser: outside}\n',
  );
  assert.match(await refused(rule, 'study: phone.yaml'), /gate\.study: "outside" comes from elsewhere/);
  const instead = await planned(rule, 'study: phone.yaml, browser: node');
  assert.deepEqual(instead.heads, [['json head']]);
  const grid = await planned(rule, `${data}, browser: "grid:chrome@http://localhost:4444"`);
  assert.equal(grid.heads.flat().length, 1);
});
