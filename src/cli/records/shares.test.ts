// A study dealt out to two runs: the lab, the real target and the real agent's program in one process.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { OWN_TIME } from '../../../test/support/host/own-time.ts';
import { UserError } from '../../base/errors.ts';
import { readRun } from '../../record/read-record.ts';
import type { Summary } from '../../summary/summary.ts';
import { runCli } from '../program.ts';
import { type RunFlags, run } from '../run/run.ts';
import { planStudy } from '../study/study-options.ts';

// However busy the machine is, there is time for all sessions of a share.
const clock = OWN_TIME;
const dir = mkdtempSync(join(tmpdir(), 'wirefare-shares-'));
after(() => rmSync(dir, { recursive: true, force: true }));

writeFileSync(
  join(dir, 'dealt.yaml'),
  `study: dealt
title: Two formats
question: Which is faster?
factors: {n: 3, format: [json, protobuf], browser: node}
protocol: {sessions: 4, budget: 12s, warmup: 0s, timeout: 1s}
`,
);

const shared = async (share: string, flags: RunFlags = {}) => {
  const host = fakeHost(dir, clock);
  const out = `share-${share.replace('/', '-of-')}`;
  const code = await run('dealt.yaml', { share, out, ...flags }, host, inProcessDrivers({}, clock));
  assert.equal(code, 0, host.told());
  return out;
};

test('shares that are merged are the one run: the same seeds and the same session numbers', async () => {
  const whole = await planStudy(
    'dealt.yaml',
    { share: '1/2' },
    fakeHost(dir, clock),
    inProcessDrivers({}, clock),
  );
  const host = fakeHost(dir, clock);
  // The second one first: in which order they come is nobody's business.
  const records = [await shared('2/2'), await shared('1/2')];
  assert.deepEqual(
    readRun(join(dir, records[0]!)).sessions.map(({ planned }) => planned),
    [1, 3],
  );
  assert.equal(await runCli(['merge', ...records, '-o', 'merged'], host), 0, host.told());
  const merged = readRun(join(dir, 'merged'));
  assert.deepEqual(
    merged.sessions.map(({ session, planned }) => [session, planned]),
    [0, 1, 2, 3].map((session) => [session, session]),
  );
  const seeds = ({ sessions }: typeof merged.plan) => sessions.map(({ index, seed }) => [index, seed]);
  assert.deepEqual(seeds(merged.plan), seeds(whole.plan));
  assert.equal(merged.plan.share, undefined);
  const { machines, sessions, warnings } = JSON.parse(
    readFileSync(join(dir, 'merged', 'summary.json'), 'utf8'),
  ) as Summary;
  assert.deepEqual([machines!.length, sessions], [1, { complete: 4, planned: 4, leftOut: 0 }]);
  assert.ok(warnings.every(({ kind }) => kind !== 'share-missing'));

  const fails = (words: readonly string[]) => {
    const other = fakeHost(dir, clock);
    return runCli(words, other).then(
      () => assert.fail('it was done'),
      (thrown: unknown) => {
        assert.ok(thrown instanceof UserError, String(thrown));
        return thrown.message;
      },
    );
  };
  assert.match(
    await fails(['run', '--resume', records[0]!, '--budget', '1m']),
    /is share 2\/2 of a plan, which is fixed/,
  );
  assert.match(await fails(['run', '--resume', records[0]!, '--share', '1/2']), /take away --share/);
  const said = await fails(['plan', 'dealt.yaml', '--share', '11/10', '--seed', 'x']);
  assert.match(said, /--share: "11\/10" is none of 10/);
  assert.match(said, /--seed/);
});

test('a plan of a share says which sessions are its own', async () => {
  const host = fakeHost(dir, clock);
  assert.equal(await runCli(['plan', 'dealt.yaml', '--share', '2/4'], host), 0, host.told());
  const text = host.printed().replace(/\s+/g, ' ');
  assert.match(
    text,
    /4 sessions of .* Share 2\/4 is 1 of them, carried out as planned, without looks, in about/,
  );
  assert.match(text, / 2 node · target node/);
  assert.doesNotMatch(text, / 1 node · target node/);
});
