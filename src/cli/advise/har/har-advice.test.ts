// Advice for what a browser saw: the lab, the target and the agent's program in one process.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { flatRecords } from '../../../../test/support/documents/made-payload.ts';
import { fakeHost } from '../../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../../test/support/host/in-process-drivers.ts';
import { QUICK_OWN_TIME } from '../../../../test/support/host/own-time.ts';
import { readOutput } from '../../../../test/support/outputs/read-output.ts';
import { EnvironmentError, UserError } from '../../../base/errors.ts';
import { adviseAll } from '../advise.ts';
import { type HarAdvice, LEAST_ADVICE_MS, nextShareMs } from './har-advice.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-har-advice-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const entry = (at: string, value: unknown) => ({
  request: { method: 'GET', url: `https://a.example${at}` },
  response: { status: 200, content: { mimeType: 'application/json', text: JSON.stringify(value) } },
});
const trace = (name: string, ...entries: readonly ReturnType<typeof entry>[]) => {
  writeFileSync(join(dir, name), JSON.stringify({ log: { entries } }));
  return name;
};
const USERS = entry('/users', [{ id: 1 }]);
const EMPTY = entry('/none', []);
const ORDERS = [entry('/orders', flatRecords(30)), entry('/orders', flatRecords(40))];

test('every path has its sizes, and as many as there is time for their advice, the rest told', async () => {
  const host = fakeHost(dir, QUICK_OWN_TIME);
  const flags = {
    browser: 'node',
    protocol: 'http1',
    network: 'none',
    budget: '36s',
    out: 'advised',
    json: true,
  };
  const source = trace('trace.har', USERS, EMPTY, ...ORDERS);
  const code = await adviseAll([source], flags, host, inProcessDrivers({}, QUICK_OWN_TIME));
  assert.equal(code, 0, host.told());
  const { paths } = readOutput('advise', host.printed()) as HarAdvice;
  assert.deepEqual(
    paths.map(({ path, answers, sizes, advice }) => [path, answers, sizes !== null, advice !== null]),
    [
      ['/orders', 2, true, true],
      ['/users', 1, true, false],
      ['/none', 1, false, false],
    ],
  );
  const [orders, users, none] = paths as [(typeof paths)[0], (typeof paths)[0], (typeof paths)[0]];
  assert.equal(orders.because, null);
  assert.equal(orders.advice!.advice![0]!.kind, 'measured');
  assert.equal(orders.sizes!.payload.messages, 2);
  assert.match(users.because!, /^no time is left in the budget of 36 s: an advice takes 45 s at least/);
  assert.match(none.because!, /the list is empty/);
  assert.match(host.told(), /\/orders \(2 answers, .+\): .+ s of the budget\n/);
  assert.deepEqual(
    readdirSync(join(dir, 'advised')).map((name) => name.replace(/^[\d-]+/, '')),
    ['advise-orders'],
  );
});

test('sizes stay an answer where nothing can be measured', async () => {
  const host = fakeHost(dir, QUICK_OWN_TIME);
  const missing = new EnvironmentError('no browser here', ['chromium'], 'get one');
  const drivers = inProcessDrivers({ missing }, QUICK_OWN_TIME);
  const source = trace('two.har', USERS, ...ORDERS);
  const flags = { network: 'none', budget: '2m' };
  await assert.rejects(adviseAll([source], flags, host, drivers), (thrown: unknown) => thrown === missing);
  assert.match(
    host.printed(),
    /^\/orders \(2 answers, .+\)\n2 answers of \/orders in two\.har\n[\s\S]*\n\/users \(1 answer, 10 B\)\n/,
  );
});

test('a HAR of which no path can be read is refused with what is wrong of each', async () => {
  const source = trace('none.har', EMPTY, entry('/also', []));
  const advised = adviseAll(
    [source],
    {},
    fakeHost(dir, QUICK_OWN_TIME),
    inProcessDrivers({}, QUICK_OWN_TIME),
  );
  await assert.rejects(advised, (thrown: unknown) => {
    assert.ok(thrown instanceof UserError, String(thrown));
    assert.equal(thrown.problems.length, 2);
    return true;
  });
});

const shares = (budgetMs: number, bytes: readonly number[]) => {
  let leftMs = budgetMs;
  return bytes.map((_, at) => {
    const shareMs = nextShareMs(leftMs, bytes.slice(at));
    leftMs -= shareMs ?? 0;
    return shareMs;
  });
};

test('each path has the least, and what is beyond goes by bytes', () => {
  const least = LEAST_ADVICE_MS;
  assert.deepEqual(shares(2 * least, [900, 100]), [least, least]);
  assert.deepEqual(shares(3 * least, [300, 100]), [least + (least * 3) / 4, least + least / 4]);
  assert.deepEqual(shares(5 * least, [500]), [5 * least]);
});

test('what does not fit comes last, and takes no time from those before it', () => {
  const least = LEAST_ADVICE_MS;
  assert.deepEqual(shares(2.5 * least, [100, 100, 100]), [1.25 * least, 1.25 * least, null]);
  assert.equal(nextShareMs(least - 1, [100]), null);
  assert.equal(nextShareMs(-least, [100, 100]), null);
});

test('what a path did not need is there for the next', () => {
  const least = LEAST_ADVICE_MS;
  assert.equal(nextShareMs(1.9 * least, [100, 100]), 1.9 * least);
});
