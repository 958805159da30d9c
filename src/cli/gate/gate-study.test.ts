// What a gate plans, and what it refuses before anything is measured.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { FakeLinkScript } from '../../../test/support/drivers/fake-link.ts';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import { parseGate } from '../../study/gate/gate-file.ts';
import { gate as gateCommand } from './gate.ts';
import { LIKENESS, pairsOfOneRun, type Sides } from './gate-pairs.ts';
import { planGate, readBrought } from './gate-study.ts';
import { sideNames, withSides } from './gate-targets.ts';
import { checkWords } from './gate-words.ts';
import { planRules, requireDecidable, sayOverruled } from './rule-cells.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-gate-study-'));
after(() => rmSync(scratch, { recursive: true }));

const NO_TUN = new EnvironmentError('no namespaces can be made here', ['unshare'], 'sudo sysctl');

async function planned(
  rules: string,
  rest = 'dataset: book, n: 3',
  link: FakeLinkScript = { missing: NO_TUN },
) {
  const gate = parseGate(`gate: {base: node, head: node, ${rest}, rules: [${rules}]}`, 'gate.yaml');
  const host = withSides(gate, 'gate.yaml', fakeHost(scratch, QUICK_TIME));
  const drivers = inProcessDrivers({ targets: ['base', 'head'], link }, QUICK_TIME);
  const brought = await readBrought(gate, 'gate.yaml', host);
  checkWords(gate, brought, 'gate.yaml', host);
  const own = await planGate(gate, 'gate.yaml', host, drivers, brought);
  const pairsIn: Sides['pairsIn'] = (cells) => pairsOfOneRun(cells, sideNames(gate), LIKENESS);
  const judged = planRules(gate, { pairsIn }, own, 'gate.yaml', host);
  const heads = judged.map(({ pairs }) => pairs.map(({ head }) => head));
  return { ...own, judged, heads, overruled: sayOverruled(judged) };
}

async function refused(rules: string, rest?: string): Promise<string> {
  try {
    await planned(rules, rest);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String((thrown as Error).stack));
    return thrown.message;
  }
  return assert.fail('nothing was refused');
}

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

test('a rule that names no level is about the usual one, whatever other rules name', async () => {
  const once = await planned('{item: total, slower: 5%}, {item: bytes, grows: 1%, compression: gzip}');
  assert.deepEqual(once.heads, [['json head'], ['json gzip-6 head']]);
  const twice = await planned(
    '{item: bytes, grows: 1%}, {item: bytes, grows: 2%, compression: gzip}, {item: bytes, above: 1kB, format: xml}',
  );
  assert.deepEqual(twice.heads, [['json head'], ['json gzip-6 head'], ['xml head']]);
  // What no rule asks for is not measured.
  assert.deepEqual(
    twice.plan.cells.map(({ id }) => id).filter((id) => id.endsWith('head')),
    ['json head', 'json gzip-6 head', 'xml head'],
  );
  const chosen = await planned(
    '{item: total, slower: 5%}, {item: total, slower: 9%, browser: webkit, n: 7}',
    'dataset: book, n: [3, 4], browser: firefox',
  );
  assert.deepEqual(chosen.heads, [
    ['json n=3 firefox head', 'json n=4 firefox head'],
    ['json n=7 webkit head'],
  ]);
  assert.match(
    await refused('{item: bytes, grows: 1%}, {item: bytes, grows: 2%, compression: none}'),
    /gate\.rules\[1\]: contradicts or repeats the rule of line \d+: bytes grows: 1%: both are about the same cells/,
  );
  assert.match(
    await refused('{item: total, slower: 5%}, {item: total, slower: 9%, encoder: JSON.stringify}'),
    /gate\.rules\[1\]\.encoder: encoder has no usual level/,
  );
});

test('with a study of its own a rule that names no level is about every cell', async () => {
  writeFileSync(
    join(scratch, 'both.yaml'),
    'study: both\ntitle: T\nquestion: Q\nfactors: {n: 3, format: json, browser: chromium, compression: [none, gzip]}\n',
  );
  const rules = '{item: bytes, grows: 1%}, {item: bytes, grows: 2%, compression: gzip}';
  const { heads, plan } = await planned(rules, 'study: both.yaml');
  assert.deepEqual(heads, [['json head', 'json gzip-6 head'], ['json gzip-6 head']]);
  assert.ok(plan.sessions.every(({ browser }) => browser === 'node'));
});

test('a looser rule whose cells a stricter one holds too is told that it is no exception', async () => {
  const overruled = async (rules: string) => (await planned(rules, 'study: both.yaml')).overruled;
  assert.deepEqual(await overruled('{item: bytes, grows: 1%}, {item: bytes, grows: 2%, compression: gzip}'), [
    'bytes grows: 2%, compression gzip is no exception to bytes grows: 1%, which holds for its cells too: let the stricter rule name the levels that it is about',
  ]);
  for (const rules of [
    '{item: bytes, grows: 2%}, {item: bytes, grows: 1%, compression: gzip}',
    '{item: bytes, grows: 1%, compression: none}, {item: bytes, grows: 2%, compression: gzip}',
    '{item: bytes, grows: 1%}, {item: bytes, above: 9kB, compression: gzip}',
    '{item: bytes, grows: 1%, level: warn}, {item: bytes, grows: 2%, compression: gzip}',
  ])
    assert.deepEqual(await overruled(rules), [], rules);
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
  const gate = parseGate(
    'gate: {base: node, head: node, study: many.yaml, rules: [{item: bytes, grows: 1%}]}',
    'gate.yaml',
  );
  const host = withSides(gate, 'gate.yaml', fakeHost(scratch, QUICK_TIME));
  const drivers = inProcessDrivers({ targets: ['base', 'head'] }, QUICK_TIME);
  const brought = await readBrought(gate, 'gate.yaml', host);
  const { study, plan } = await planGate(gate, 'gate.yaml', host, drivers, brought);
  assert.ok(study.protocol.budgetMs > 10_000, String(study.protocol.budgetMs));
  assert.ok(study.protocol.budgetMs < 30 * 60_000, String(study.protocol.budgetMs));
  assert.deepEqual(
    plan.cells.filter(({ skip }) => skip !== null).map(({ id, skip }) => `${id}: ${skip}`),
    [],
  );
});

test('an item that none of its cells can have is refused, with what they have', async () => {
  const message = await refused('{item: request.size, grows: 1%}, {item: client.encode, slower: 5%}');
  assert.match(message, /gate\.rules\[0\]\.item: its cells have no request\.size: they are requests.*bytes/);
  assert.match(
    message,
    /gate\.rules\[1\]\.item: its cells have no client\.encode: they are requests.*encode/,
  );
  const { heads } = await planned('{item: decode, slower: 5%}, {item: headers, grows: 1%}');
  assert.deepEqual(heads, [['json head'], ['json head']]);
  assert.match(
    await refused('{item: compress, slower: 5%}, {item: tls, above: 5ms}'),
    /its cells have no compress: nothing is compressed in them[\s\S]*no tls: they open no connection/,
  );
  const compressed = await planned('{item: compress, slower: 5%, compression: [none, gzip]}');
  assert.deepEqual(compressed.heads, [['json gzip-6 head']], 'those that have it are judged');
});

test('a rule of whose cells some have no time is refused, with a budget that has', async () => {
  writeFileSync(
    join(scratch, 'slow.yaml'),
    'study: slow\ntitle: T\nquestion: Q\nfactors: {n: 300, format: json, browser: node, network: [none, 3g]}\n',
  );
  const inBudget = async (budget: string) => {
    const rest = `study: slow.yaml, budget: ${budget}, undecided: pass`;
    const { judged, ...own } = await planned('{item: total, slower: 5%}', rest, {});
    requireDecidable(judged, own, null, true);
  };
  const thrown = await inBudget('20s').catch((error: unknown) => error);
  assert.ok(thrown instanceof EnvironmentError, String(thrown));
  const { message, tried, remedy } = thrown;
  assert.equal(message, 'the rule total slower: 5% cannot be decided: the budget of 20 s has no time for it');
  assert.deepEqual(tried, ['left out: json 3g base and json 3g head']);
  const [, enough] = /^give the gate more time \(budget: (\d+[sm])\), or rules about fewer cells$/.exec(
    remedy,
  )!;
  await inBudget(enough!);
});

test('a budget that has no time for four sessions decides no time, and is refused where times are asked', async () => {
  const inBudget = async (rule: string, budget: string) => {
    const { judged, ...own } = await planned(rule, `dataset: book, n: 3, browser: node, budget: ${budget}`);
    requireDecidable(judged, own, null, true);
  };
  const thrown = await inBudget('{item: total, slower: 5%}', '6s').catch((error: unknown) => error);
  assert.ok(thrown instanceof EnvironmentError, String(thrown));
  assert.match(
    thrown.message,
    /^the rule total slower: 5% cannot be decided: the budget of 6 s has time for \d sessions?, and fewer than four decide no time$/,
  );
  assert.equal(thrown.remedy, 'give the gate more time (budget: 30s)');
  await inBudget('{item: total, slower: 5%}', '30s');
  await inBudget('{item: bytes, grows: 5%}', '6s');
});

test('an absolute limit asks nothing of base, which may lack what head has', async () => {
  const rest = 'dataset: book, n: 3, browser: node, budget: 1m';
  for (const [rule, isRefused] of [
    ['{item: bytes, above: 1kB}', false],
    ['{item: bytes, grows: 1%}', true],
  ] as const) {
    const { judged, ...own } = await planned(rule, rest);
    const cells = own.plan.cells.map((cell) =>
      cell.factors.target === 'base' ? { ...cell, skip: 'base has no such encoder' } : cell,
    );
    const asked = () => requireDecidable(judged, { ...own, plan: { ...own.plan, cells } }, null, true);
    if (isRefused) assert.throws(asked, /cannot be decided: base has no such encoder$/);
    else asked();
  }
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
