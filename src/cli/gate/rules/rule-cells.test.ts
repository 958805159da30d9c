// Which cells the rules of a gate are about, and which rules are refused before anything is measured.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gatesIn } from '../../../../test/support/host/planned-gate.ts';
import { EnvironmentError } from '../../../base/errors.ts';
import { requireDecidable } from './rule-cells.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-rule-cells-'));
after(() => rmSync(scratch, { recursive: true }));

const { planned, refused } = gatesIn(scratch);

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
