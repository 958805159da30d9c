import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
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
/**
 * Less would leave a fresh process compiling for the whole session: a request took 2.3 ms of CPU time at 2/s, 1.3
 * at 10/s, 0.88 at 20/s, 0.86 at 30/s, and 0.80 to 0.85 as fast as they can.
 */
const RATE = 20;
const FULL = `study: full
title: A full target
question: How many does it answer?
factors: {n: 1000, format: json, target: node, browser: node, clients: [20@${RATE}/s, ${ASKERS}]}
protocol: {sessions: 1, budget: 60s}
`;
/** The first requests of a process compile, and a full one collects garbage more often. */
const TOLERANCE = 0.35;
/** Of an exchange: by so much the means of two sessions may differ where nobody waits. */
const SESSIONS_APART = 0.2;

test('the capacity that CPU time tells below the limit is what a full target answers, and waits lie in its bounds', async (t) => {
  writeFileSync(path.join(bench.dir, 'full.yaml'), FULL);
  const { code, out, err } = await bench.start('run', 'full.yaml', '--out', 'full').ended;
  assert.equal(code, 0, out + err);
  const { sessions } = JSON.parse(
    readFileSync(path.join(bench.dir, 'full', 'run.json'), 'utf8'),
  ) as Recorded<RunFile>;
  const under = (word: string) =>
    sessions.flatMap(({ clients }) => (clients?.clients === word ? [clients] : []))[0]!;
  const light = under(`copy:20@${RATE}/s`);
  const cpuMsEach = light.cpuMs!.copy / light.requests;
  const carries = (1_000 * (light.cores.target?.length ?? 1)) / cpuMsEach;
  const full = under(String(ASKERS));
  // The client that is measured asks beside them, one of nine.
  const answered = ((1_000 * full.requests) / full.wallMs) * ((ASKERS + 1) / ASKERS);
  t.diagnostic(JSON.stringify({ cpuMsEach, carries, answered, full: full.cpuMs, wallMs: full.wallMs }));
  assert.ok(Math.abs(answered / carries - 1) < TOLERANCE, `${answered}/s of ${carries}/s`);

  const { cells, clients } = JSON.parse(
    readFileSync(path.join(bench.dir, 'full', 'summary.json'), 'utf8'),
  ) as Recorded<Summary>;
  const levels = clients!.groups.flatMap(({ ways }) => ways.flatMap((way) => way.levels));
  const told = levels.flatMap(({ cell, waiting }) => (waiting === undefined ? [] : [{ cell, ...waiting }]));
  // With more cores the target waits for none of them.
  if (light.cores.target?.length === 1) assert.equal(told.length, 1);
  for (const { cell, foreseenMs, measuredMs } of told) {
    const [least, most] = foreseenMs;
    const slackMs = SESSIONS_APART * cells.find(({ id }) => id === cell)!.totalMs!.mean;
    t.diagnostic(`${cell}: ${measuredMs} ms of waiting, ${least} to ${most} ms foreseen`);
    assert.ok(measuredMs > least - slackMs && measuredMs < most + slackMs, cell);
  }
});
