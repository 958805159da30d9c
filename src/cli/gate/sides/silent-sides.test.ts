// Sides of a gate that do not start, are not there or answer with errors: whose fault it is, and what is
// told.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inProcessDrivers } from '../../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../../test/support/host/own-time.ts';
import { isAlive, START, side, startedSides } from '../../../../test/support/host/started-sides.ts';
import { EnvironmentError, UserError } from '../../../base/errors.ts';
import { freePort } from '../../../drive/processes/free-port.ts';
import type { GateReport } from '../../../report/gate/gate-words.ts';
import { parseGate } from '../../../study/gate/gate-file.ts';
import { gate } from '../gate.ts';
import { planAskedGate } from './gate-asked.ts';

const bench = startedSides('wirefare-silent-sides-');
const { gated, refused, reportOf, pidsIn } = bench;

test('a base that does not start is told with its last words, whatever becomes of heads that fail', async () => {
  const broken = side('main', 'echo "no database at db:5432"; exit 3');
  const text = `gate: {base: ${broken}, head: ${side('change')}, headFails: broken, rules: [{item: bytes, grows: 0%}]}`;
  const thrown = await refused(text);
  assert.match(thrown.message, /^base did not start: its command exited with code 3: no database at db:5432/);
  assert.ok(thrown instanceof EnvironmentError);
  assert.match(thrown.remedy, /on the port that PORT names/);
});

test('a head that does not start ends with 4, and with headFails: broken it breaks the gate', async () => {
  const sides = `base: ${side('main')}, head: ${side('change', 'echo crashed >&2; exit 1')}`;
  const rules = 'rules: [{item: bytes, grows: 0%}]';
  assert.match((await refused(`gate: {${sides}, ${rules}}`)).message, /^head did not start: .*crashed/);
  const { code, text } = await gated(`gate: {${sides}, headFails: broken, ${rules}}`, 'junit');
  assert.equal(code, 99);
  assert.match(text, /name="head can be measured"><failure message="broken">head did not start/);
  assert.deepEqual(pidsIn('main').filter(isAlive), []);
});

test('a URL where nothing answers is its side’s fault, as a command that does not start is', async () => {
  const down = `http://127.0.0.1:${await freePort('127.0.0.1')}/orders`;
  const rules = 'rules: [{item: bytes, grows: 0%}]';
  for (const nobody of [down, 'http://nobody.invalid/orders']) {
    const text = `gate: {base: "${nobody}", head: ${side('change')}, headFails: broken, ${rules}}`;
    const thrown = await refused(text);
    assert.ok(thrown instanceof EnvironmentError, String(thrown));
    assert.match(thrown.message, /^base cannot be measured: http:\/\/.*: /);
    assert.equal(thrown.remedy, 'see what base answers when it is asked by hand');
  }
  const { code, text } = await gated(
    `gate: {base: ${side('main')}, head: "${down}", headFails: broken, ${rules}}`,
    'junit',
  );
  assert.equal(code, 99);
  assert.match(text, /name="head can be measured"><failure message="broken">head cannot be measured: /);
  assert.match(text, /connection refused/);
  // What is wrong with a flag is told before.
  const remote = `gate: {base: "http://192.0.2.1/", head: "http://nobody.invalid/", ${rules}}`;
  writeFileSync(join(bench.host.cwd, 'gate.yaml'), remote);
  bench.again();
  await assert.rejects(gate('gate.yaml', { format: 'json', insecure: true }, bench.host), UserError);
  assert.equal((JSON.parse(bench.host.printed()) as GateReport).outcome, 'failed');
});

test('of two sides that are down, by URLs or commands, both are told at once', async () => {
  const [one, other] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
  const down = (port: number) => `"http://127.0.0.1:${port}/orders"`;
  const crashes = side('change', 'echo crashed >&2; exit 1');
  const rules = 'headFails: broken, rules: [{item: bytes, grows: 0%}]';
  for (const [base, head] of [
    [down(one), down(other)],
    [down(one), '"http://nobody.invalid/orders"'],
    [crashes, down(other)],
    [down(one), crashes],
    [side('main', 'exit 3'), crashes],
  ]) {
    const text = `gate: {base: ${base}, head: ${head}, ${rules}}`;
    const thrown = await refused(text);
    assert.ok(thrown instanceof EnvironmentError, String(thrown));
    assert.match(
      thrown.message,
      /^base (cannot be measured|did not start): .*; head (cannot be measured|did not start): /,
    );
    assert.match(thrown.remedy, /base|PORT/);
    // What both fail at is nothing that head has changed.
    const { outcome, headFails, endedEarly } = JSON.parse(await reportOf(text)) as GateReport;
    assert.deepEqual([outcome, headFails], ['failed', []]);
    const starts = ['base ', 'to mend it: ', 'head ', 'to mend it: '];
    const told = endedEarly.filter((line) => starts.some((start) => line.startsWith(start)));
    assert.deepEqual(
      told.map((line) => starts.find((start) => line.startsWith(start))),
      starts,
      endedEarly.join('\n'),
    );
  }
});

test('a browser that is missing is told with the side that is down', async () => {
  const missing = new EnvironmentError('there is no Firefox', ['firefox'], 'npm run setup');
  const drivers = inProcessDrivers({ targets: ['base', 'head'], missing }, QUICK_TIME);
  const down = `http://127.0.0.1:${await freePort('127.0.0.1')}/orders`;
  const text = `gate: {base: ${side('main')}, head: "${down}", browser: node, headFails: broken, rules: [{item: total, slower: 5%}]}`;
  const planned = planAskedGate(parseGate(text, 'gate.yaml'), 'gate.yaml', {}, bench.host, drivers);
  await assert.rejects(planned, /^EnvironmentError: head cannot be measured: .*; there is no Firefox$/);
});

test('a head that answers with an error is head’s fault', async () => {
  const failing = `${process.execPath} -e "require('http').createServer((_, r) => r.writeHead(500).end()).listen(process.env.PORT)"`;
  const text = `gate: {base: ${side('main')}, head: ${side('change', failing)}, headFails: broken, rules: [{item: bytes, grows: 0%}]}`;
  const { code, text: told } = await gated(text);
  assert.equal(code, 99);
  assert.match(told.replace(/\s+/g, ' '), /head cannot be measured.*500/);
});

test('a head that answers now and then with an error passes no gate, and every format says so', async () => {
  const sides = `base: ${side('main')}, head: ${side('change', `FAIL_EVERY=2 ${START}`)}`;
  const rules = 'rules: [{item: total, slower: 1000%}, {item: bytes, grows: 0%}]';
  const text = `gate: {${sides}, browser: node, budget: 60s, undecided: pass, headFails: broken, ${rules}}`;
  const broken = await gated(text, 'json');
  assert.equal(broken.code, 99, bench.host.told());
  const { headFails, judged } = JSON.parse(broken.text) as GateReport;
  assert.equal(headFails.length, 1);
  assert.match(
    headFails[0]!,
    /\d+ of [\d\s]+ exchanges failed: the target answered 503 to head; of .+ none of /,
  );
  assert.deepEqual(
    judged.failures.map(({ finding }) => finding),
    ['more'],
  );
  assert.deepEqual(
    judged.rules.map(({ verdict }) => verdict),
    ['undecided', 'undecided'],
  );
});
