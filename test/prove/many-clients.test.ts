import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Recorded } from '../../src/factors/recorded-cell.ts';
import type { RunFile } from '../../src/record/record.ts';
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
