import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { shortPercent } from '../../src/base/figures/numbers.ts';
import type { Recorded } from '../../src/factors/recorded-cell.ts';
import type { RunFile } from '../../src/record/record.ts';
import type { Summary } from '../../src/summary/summary.ts';
import { labBench } from '../support/real/lab-process.ts';

// A thousand clients, each of which asks every ten seconds, for a minute: none is lost, and how late the
// generator itself is, it says.

const CLIENTS = 1_000;
const PER_SECOND_EACH = 0.1;
const LEAST_MS = 60_000;
const bench = labBench();
after(() => bench.remove());

const STUDY = `study: thousand
title: A thousand clients
question: Is any of them lost?
factors: {n: 100, format: json, target: go, browser: node, clients: {count: ${CLIENTS}, rate: ${PER_SECOND_EACH}/s}}
protocol: {sessions: 1, budget: 150s}
`;

test('of a thousand clients at 0.1/s each none is lost in a minute', async (t) => {
  writeFileSync(path.join(bench.dir, 'thousand.yaml'), STUDY);
  const { code, out, err } = await bench.start('run', 'thousand.yaml', '--out', 'out').ended;
  assert.equal(code, 0, out + err);
  const { sessions } = JSON.parse(
    readFileSync(path.join(bench.dir, 'out', 'run.json'), 'utf8'),
  ) as Recorded<RunFile>;
  const loads = sessions.flatMap(({ clients }) => clients ?? []);
  assert.ok(loads.length >= 2);
  for (const { clients, requests, failed, failure, dropped, latenessMs, waitMs, wallMs, cpuMs } of loads) {
    t.diagnostic(JSON.stringify({ clients, requests, wallMs, latenessMs, waitMs, cpuMs }));
    assert.ok(wallMs >= LEAST_MS, `${clients}: ${wallMs} ms`);
    assert.deepEqual({ failed, failure, dropped }, { failed: 0, failure: '', dropped: 0 }, clients);
    const due = (CLIENTS * PER_SECOND_EACH * wallMs) / 1_000;
    assert.ok(Math.abs(requests - due) <= 0.02 * due, `${clients}: ${requests} of ${due}`);
    assert.ok(latenessMs!.p99 < 50, `${clients}: p99 ${latenessMs!.p99} ms late`);
  }
});

// What a target carries by the CPU time of its copy, told below its limit, is what it answers when it is
// asked as fast as it can.
const ASKERS = 8;
const HALF_ASKERS = 20;
/** The first requests of a process compile, and a full one collects garbage more often. */
const TOLERANCE = 0.35;
/** Of the time of its cores: a target that has less while all wait for it is kept from them by others. */
const FULL_FROM = 0.8;
/** Of an exchange: by so much the means of two sessions may differ where nobody waits. */
const SESSIONS_APART = 0.2;

/** What k6 saw of the target and of its copy, and the summary. */
async function underLoad(name: string, clients: string) {
  const study = `study: ${name}
title: A busy target
question: How many does it answer?
factors: {n: 1000, format: json, target: node, browser: node, clients: [${clients}]}
protocol: {sessions: 1, budget: 30s}
`;
  writeFileSync(path.join(bench.dir, `${name}.yaml`), study);
  const { code, out, err } = await bench.start('run', `${name}.yaml`, '--out', name).ended;
  assert.equal(code, 0, out + err);
  const read = (file: string) => JSON.parse(readFileSync(path.join(bench.dir, name, file), 'utf8'));
  const { sessions } = read('run.json') as Recorded<RunFile>;
  const under = (word: string) =>
    sessions.flatMap(({ clients: seen }) => (seen?.clients === word ? [seen] : []))[0]!;
  const summary = read('summary.json') as Recorded<Summary>;
  return { target: under(clients), copy: under(`copy:${clients}`), summary };
}

test('the capacity that CPU time tells at half of it is what a full target answers, and waits lie in its bounds', async (t) => {
  const { target: full } = await underLoad('full', String(ASKERS));
  const busy = full.cpuMs!.target / (full.wallMs * (full.cores.target?.length ?? full.cores.machine));
  assert.ok(
    busy > FULL_FROM,
    `the target had ${shortPercent(busy)} of its cores, so this machine is too busy to prove anything`,
  );
  // The client that is measured asks beside them, one of nine.
  const answered = ((1_000 * full.requests) / full.wallMs) * ((ASKERS + 1) / ASKERS);
  // A process that is asked for much less still compiles, and each request takes up to twice as much.
  const rate = Math.max(1, Math.round(answered / 2 / HALF_ASKERS));
  const { copy, summary } = await underLoad('half', `${HALF_ASKERS}@${rate}/s`);
  const cpuMsEach = copy.cpuMs!.copy / copy.requests;
  const carries = (1_000 * (copy.cores.target?.length ?? 1)) / cpuMsEach;
  t.diagnostic(JSON.stringify({ rate, cpuMsEach, carries, answered, full: full.cpuMs, wallMs: full.wallMs }));
  assert.ok(Math.abs(answered / carries - 1) < TOLERANCE, `${answered}/s of ${carries}/s`);

  const { cells, clients } = summary;
  const levels = clients!.groups.flatMap(({ ways }) => ways.flatMap((way) => way.levels));
  const told = levels.flatMap(({ cell, waiting }) => (waiting === undefined ? [] : [{ cell, ...waiting }]));
  // With more cores the target waits for none of them.
  if (copy.cores.target?.length === 1) assert.equal(told.length, 1);
  for (const { cell, foreseenMs, measuredMs } of told) {
    const [least, most] = foreseenMs;
    const slackMs = SESSIONS_APART * cells.find(({ id }) => id === cell)!.totalMs!.mean;
    t.diagnostic(`${cell}: ${measuredMs} ms of waiting, ${least} to ${most} ms foreseen`);
    assert.ok(measuredMs > least - slackMs && measuredMs < most + slackMs, cell);
  }
});
