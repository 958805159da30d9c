// A warning that cannot be measured, beside rules that can.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gatesIn, NO_TUN } from '../../../../test/support/host/planned-gate.ts';
import { EnvironmentError, UserError } from '../../../base/errors.ts';
import { measurableRules, neededCells } from './measurable-rules.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-measurable-rules-'));
after(() => rmSync(scratch, { recursive: true }));

const { planned } = gatesIn(scratch);

const DATA = 'dataset: book, n: 3, browser: node, budget: 1m';
const NO_LINK = { missing: NO_TUN };

async function measurable(rules: string, rest = DATA, link: Parameters<typeof planned>[2] = NO_LINK) {
  const { gate, sides, host, noLink, ...own } = await planned(rules, rest, link);
  return measurableRules(gate, sides, own, noLink, true, 'gate.yaml', host);
}

/** Of each rule why it is not measured; null where it is. */
async function unmeasured(...asked: Parameters<typeof measurable>): Promise<readonly (string | null)[]> {
  return (await measurable(...asked)).rules.map((rule) => rule.unmeasured ?? null);
}

test('a warning over a network that cannot be emulated is not measured, and the others are', async () => {
  const warning = '{item: total, network: 4g, above: 1s, level: warn}';
  assert.deepEqual(await unmeasured(`{item: total, slower: 5%}, ${warning}`), [
    null,
    `needs the link: ${NO_TUN.message}`,
  ]);
  const { rules, plan } = await measurable(`{item: total, slower: 5%}, ${warning}`);
  const needed = neededCells(rules, plan);
  assert.ok(needed.size > 0);
  assert.deepEqual(
    plan.cells.filter(({ id, skip }) => needed.has(id) && skip !== null).map(({ id }) => id),
    [],
  );
  // There is nothing to go on by.
  const alone = await measurable(warning).catch((thrown: unknown) => thrown);
  assert.ok(alone instanceof EnvironmentError, String(alone));
  assert.match(alone.message, /no namespaces/);
});

test('a warning about what no cell has is not measured, and alone it is refused with what they have', async () => {
  writeFileSync(
    join(scratch, 'plain.yaml'),
    'study: plain\ntitle: T\nquestion: Q\nfactors: {n: 3, format: json, browser: node}\n',
  );
  const rest = 'study: plain.yaml, budget: 1m';
  const rule = '{item: total, slower: 5%}';
  const [, ofItem, ofCells] = await unmeasured(
    `${rule}, {item: compress, slower: 5%, level: warn}, {item: total, slower: 9%, format: xml, level: warn}`,
    rest,
  );
  assert.equal(ofItem, 'its cells have no compress: nothing is compressed in them');
  assert.equal(ofCells, 'no cell has format xml (the cells have json)');
  await assert.rejects(
    measurable('{item: compress, slower: 5%, level: warn}', rest),
    (thrown: unknown) =>
      thrown instanceof UserError &&
      /gate\.rules\[0\]\.item: its cells have no compress/.test(thrown.message),
  );
  // Of rules that may fail nothing has changed.
  await assert.rejects(measurable(`${rule}, {item: compress, slower: 5%}`, rest), UserError);
});

test('a warning without time is not measured, and takes none from rules that may fail', async () => {
  writeFileSync(
    join(scratch, 'slow.yaml'),
    'study: slow\ntitle: T\nquestion: Q\nfactors: {n: 300, format: json, browser: node, network: [none, 3g]}\n',
  );
  const [none, slow] = ['none', '3g'].map(
    (network) => (level: string) => `{item: total, slower: 5%, network: ${network}, level: ${level}}`,
  );
  const [first, second] = await unmeasured(
    `${none!('fail')}, ${slow!('warn')}`,
    'study: slow.yaml, budget: 20s',
    {},
  );
  assert.equal(first, null);
  assert.equal(second, 'the budget of 20 s has no time for it');
});

test('rules that may fail have the time that warnings would take', async () => {
  writeFileSync(
    join(scratch, 'four.yaml'),
    'study: four\ntitle: T\nquestion: Q\nfactors: {n: 300, format: json, browser: node, network: [dsl, cable, 4g, 3g]}\n',
  );
  const rules = (level: string) =>
    `{item: total, slower: 5%, network: [dsl, cable, 4g], level: ${level}}, {item: total, slower: 5%, network: 3g}`;
  const rest = 'study: four.yaml, budget: 90s';
  await assert.rejects(
    measurable(rules('fail'), rest, {}),
    /network 3g cannot be decided: the budget of 1\.5 min has no time for it/,
  );
  const beside = await measurable(rules('warn'), rest, {});
  assert.deepEqual(
    beside.rules.map(({ unmeasured: why }) => why),
    ['the budget has no time for it beside the rules that may fail the gate', undefined],
  );
  assert.ok(beside.rules[1]!.pairs.length > 0);
  assert.ok(beside.plan.cells.every(({ factors, skip }) => factors.network === '3g' && skip === null));
  assert.deepEqual(await unmeasured(rules('warn'), 'study: four.yaml, budget: 4m', {}), [null, null]);
});
