// What is wrong with a gate, told before anything is measured, and where: everything at once, in its files
// too.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { ALL_FORMATS, gateBench, SIDES } from '../../../test/support/host/gate-bench.ts';
import type { Cheat } from '../../../test/support/targets/cheating-target.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import { gate } from './gate.ts';

const bench = gateBench();
const { gated, written } = bench;

const BYTES = 'gate: {base: main/server, head: change/server, n: 3, rules: [{item: bytes, grows: 0%}]}';

test('files that could not be written are told before anything is measured', async () => {
  await assert.rejects(gated(BYTES, undefined, { also: ['nowhere/gate.xml'] }), (thrown: unknown) => {
    assert.ok(thrown instanceof UserError, String(thrown));
    assert.match(thrown.message, /nowhere\/gate\.xml.* there is no folder/);
    return true;
  });
  assert.ok(!readdirSync(bench.host.cwd).includes('runs'));
});

test('a head that breaks the contract is not measured, and neither is the base', async () => {
  const breaks = (_: number, target: string): Cheat => ({
    answers: (answer) =>
      target === 'head'
        ? {
            ...answer,
            body: Buffer.from(answer.body.toString('latin1').replace(/"title":"./, '"title":"!'), 'latin1'),
          }
        : answer,
  });
  const text = `gate: {${SIDES}, rules: [{item: total, slower: 5%}]}`;
  await assert.rejects(gated(text, breaks, { verifies: true }), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError, String(thrown));
    assert.match(thrown.message, /target head does not keep the target contract/);
    assert.match(thrown.remedy, /wirefare verify change\/server/);
    assert.doesNotMatch(thrown.remedy, /--target/);
    return true;
  });
  assert.equal(bench.drivers.agents.length, 0);
});

test('rules about what is not there are refused, each with the nearest', async () => {
  const refused = async (text: string) => {
    try {
      await gated(text);
    } catch (thrown) {
      assert.ok(thrown instanceof UserError, String(thrown));
      return thrown.message;
    }
    return assert.fail('nothing was refused');
  };
  const rules = 'rules: [{item: total, slower: 5%, format: jsn}]';
  assert.match(
    await refused(`gate: {${SIDES}, ${rules}}`),
    /gate\.rules\[0\]\.format: unknown format "jsn".*json\?/,
  );
  assert.match(
    await refused('gate: {base: nod, head: ./chnge/server, rules: [{item: total, slower: 5%}]}'),
    /gate\.base: unknown target "nod".*did you mean node\?[\s\S]*gate\.head: there is no folder/,
  );
  assert.equal(
    await refused('gate: {base: "http://localhost:99999/", head: node, rules: [{item: total, slower: 5%}]}'),
    'gate.yaml:1: gate.base: what stands here cannot be read as a URL',
  );
  await assert.rejects(
    gate('none.yaml', { format: 'txt' }, bench.host),
    /none\.yaml: no such file[\s\S]*--format: unknown format "txt"|--format: unknown format "txt"[\s\S]*none\.yaml: no such file/,
  );
});

test('rules of one kind about the same cells contradict each other, in whatever words', async () => {
  const rules =
    '[{item: bytes, grows: 1%}, {item: total, slower: 5%}, {item: bytes, format: json, grows: 2%}]';
  await assert.rejects(
    gated(`gate: {${SIDES}, rules: ${rules}}`),
    /gate\.rules\[2\]: contradicts or repeats the rule of line \d+: bytes grows: 1%: both are about the same cells/,
  );
});

test('whatever is wrong with a gate is told at once: words, sides, limits, keys', async () => {
  const text = `gate:
  base: nod
  rules:
    - {item: total, slower: 5}
    - {item: total, slower: 5%, format: jsn}
    - {itm: total, slower: 5%}
`;
  await assert.rejects(gated(text), (thrown: unknown) => {
    assert.ok(thrown instanceof UserError, String(thrown));
    assert.deepEqual(
      thrown.problems.map(({ path, nearest }) => `${path} ${nearest ?? ''}`.trim()).toSorted(),
      [
        'gate.base node',
        'gate.head',
        'gate.rules[0].slower',
        'gate.rules[1].format json',
        'gate.rules[2].item',
        'gate.rules[2].itm item',
      ],
    );
    return true;
  });
});

const KEPT_RULES = '[{item: total, slower: 1000%}, {item: bytes, grows: 0%}]';

test('what keeps a gate from being measured at all stands in its files too', async () => {
  const text = `gate: {${SIDES}, rules: ${KEPT_RULES}}`;
  const fails = (_: number, target: string): Cheat => {
    if (target === 'base') throw new EnvironmentError('no database', ['db:5432'], 'start it');
    return {};
  };
  await assert.rejects(gated(text, fails, { also: ALL_FORMATS, verifies: true }), EnvironmentError);
  const { outcome, endedEarly } = written(/no database/);
  assert.equal(outcome, 'failed');
  assert.ok(endedEarly.some((line) => line.startsWith('to mend it: ')));
});

test('a mistake in a gate that can be read stands in its files, and one in its grammar leaves none', async () => {
  const mistaken = (rules: string) =>
    assert.rejects(gated(`gate: {${SIDES}, rules: ${rules}}`, undefined, { also: ALL_FORMATS }), UserError);
  await mistaken('[{item: total, slower: 5}]');
  assert.deepEqual(
    ALL_FORMATS.filter((name) => readdirSync(bench.host.cwd).includes(name)),
    [],
  );
  await mistaken('[{item: total, slower: 5%, format: jsn}]');
  const { outcome, endedEarly } = written(/unknown format/);
  assert.equal(outcome, 'failed');
  assert.match(endedEarly.join(), /^gate\.yaml:1: gate\.rules\[0\]\.format: unknown format "jsn"/);
  // A terminal is told it once.
  assert.equal(bench.host.printed(), '');
});
