// A side that dies, answers wrongly or does not start while a gate is measured: whose fault that is, and what
// was judged until then.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ALL_FORMATS, gateBench, SIDES } from '../../../../test/support/host/gate-bench.ts';
import type { Cheat } from '../../../../test/support/targets/cheating-target.ts';
import { EnvironmentError } from '../../../base/errors.ts';
import type { RunFile } from '../../../record/record.ts';

const bench = gateBench();
const { gated, written } = bench;

/** Base and head of session n. */
const sessionOf = (start: number) => Math.floor(start / 2);

/** Ends the target from session 1 on, in the midst of its blocks. */
const dying = (name: string) => (session: number) => {
  if (session === 0) return;
  const last = bench.drivers.targets.findLast((target) => target.name === name)!;
  void last.exit({ code: 3, lastWords: 'out of memory' });
};

const KEPT_RULES = '[{item: total, slower: 1000%}, {item: bytes, grows: 0%}]';

test('a head that dies in the midst of a run breaks the gate where that is asked, in every format', async () => {
  const text = `gate: {${SIDES}, headFails: broken, budget: 30s, rules: ${KEPT_RULES}}`;
  const { code } = await gated(text, () => ({}), { also: ALL_FORMATS }, dying('head'));
  assert.equal(code, 99, bench.host.told());
  const report = written(/the target head ended with code 3: out of memory/);
  assert.deepEqual(report.headFails, ['the target head ended with code 3: out of memory']);
  assert.deepEqual(report.endedEarly, []);
  // Bytes were counted before it died.
  assert.deepEqual(
    report.judged.rules.map(({ verdict }) => verdict),
    ['undecided', 'kept'],
  );
});

test('a head that dies ends a gate that does not ask for more with 4, its files written', async () => {
  const text = `gate: {${SIDES}, budget: 30s, rules: ${KEPT_RULES}}`;
  const { code, text: told } = await gated(text, () => ({}), { also: ALL_FORMATS }, dying('head'));
  assert.equal(code, 4, bench.host.told());
  const report = written(/the target head ended with code 3: out of memory/);
  assert.equal(report.outcome, 'failed');
  assert.deepEqual(report.headFails, []);
  assert.match(
    told,
    /^Gate: failed\. .*it ended early; until\s+then,\s+of\s+2\s+rules\s+1\s+undecided,\s+1\s+kept\n/,
  );
});

test('a base that dies is no fault of head, whatever is asked of heads that fail', async () => {
  const text = `gate: {${SIDES}, headFails: broken, budget: 30s, rules: ${KEPT_RULES}}`;
  const { code } = await gated(text, () => ({}), { also: ALL_FORMATS }, dying('base'));
  assert.equal(code, 4, bench.host.told());
  const report = written(/the target base ended with code 3: out of memory/);
  assert.deepEqual([report.outcome, report.headFails], ['failed', []]);
  assert.match(bench.host.told(), /the run ended early: the target base ended with code 3/);
});

/** From session 1 on the answers of one side have a wrong price. */
const wrongIn =
  (name: string) =>
  (start: number, target: string): Cheat => ({
    answers: (answer, request) =>
      target !== name || sessionOf(start) < 1 || request.url?.includes('/exchange') !== true
        ? answer
        : {
            ...answer,
            body: Buffer.from(answer.body.toString('latin1').replace(/"title":"./, '"title":"!'), 'latin1'),
          },
  });

test('a head whose answers become wrong is broken, though others rules could be kept or pass', async () => {
  const text = `gate: {${SIDES}, headFails: broken, undecided: pass, budget: 12s, rules: ${KEPT_RULES}}`;
  const { code } = await gated(text, wrongIn('head'), { also: ALL_FORMATS });
  assert.equal(code, 99, bench.host.told());
  const { headFails } = written(/json head: .*title/);
  assert.equal(headFails.length, 1);
});

test('a base whose answers become wrong ends the gate with 4', async () => {
  const text = `gate: {${SIDES}, headFails: broken, undecided: pass, budget: 12s, rules: ${KEPT_RULES}}`;
  const { code } = await gated(text, wrongIn('base'), { also: ALL_FORMATS });
  assert.equal(code, 4, bench.host.told());
  assert.deepEqual(written(/json base: .*title/).headFails, []);
  assert.match(bench.host.told(), /a side failed while it was measured: json base: /);
});

test('a head that does not start in the midst of a run is told with what was judged until then', async () => {
  const text = `gate: {${SIDES}, headFails: broken, budget: 30s, rules: ${KEPT_RULES}}`;
  const fails = (start: number, target: string): Cheat => {
    if (target === 'head' && sessionOf(start) >= 1)
      throw new EnvironmentError('the port is taken', ['127.0.0.1'], 'wait');
    return {};
  };
  const { code } = await gated(text, fails, { also: ALL_FORMATS });
  assert.equal(code, 99, bench.host.told());
  const { headFails, judged } = written(/the port is taken/);
  assert.deepEqual(headFails, ['the port is taken; 127.0.0.1']);
  assert.equal(judged.rules[1]!.verdict, 'kept');
});

test('a side that does not start once in the midst of a run costs a session, and not the gate', async () => {
  for (const side of ['head', 'base']) {
    const text = `gate: {${SIDES}, headFails: broken, budget: 30s, rules: ${KEPT_RULES}}`;
    const fails = (start: number, target: string): Cheat => {
      if (target === side && sessionOf(start) === 1)
        throw new EnvironmentError('it took too long', ['npm start'], 'wait');
      return {};
    };
    const { code } = await gated(text, fails);
    assert.equal(code, 0, bench.host.told());
    const record = readdirSync(join(bench.host.cwd, 'runs')).toSorted().at(-1)!;
    const run = JSON.parse(readFileSync(join(bench.host.cwd, 'runs', record, 'run.json'), 'utf8')) as RunFile;
    assert.deepEqual(
      run.sessions.filter(({ status }) => status === 'failed').map(({ reason, fault }) => [reason, fault]),
      [['it took too long; npm start', { target: side, how: 'ended' }]],
    );
  }
});
