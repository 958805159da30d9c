import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { lackingFor } from '../../support/real/needs-of.ts';

// FastAPI on uvicorn, in the virtual environment that its first use makes.

const bench = labBench();
after(() => bench.remove());

const skip = await lackingFor('fastapi');

test('FastAPI meets the target contract, over TLS, in calls and for own data too', { skip }, async () => {
  const { code, out, err } = await bench.start('verify', 'fastapi', '--fast').ended;
  assert.equal(code, 0, out + err);
  for (const name of ['own-data', 'tls-handshake', 'tls-records', 'protocol-connections', 'call-answers'])
    assert.match(out, new RegExp(`^pass  ${name} `, 'm'));
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  assert.deepEqual(bench.leftovers(), []);
});

const STUDY = `study: fastapi
title: T
question: Q
factors: {n: 100, target: fastapi, browser: chromium, format: json}
parts:
  - {name: encoders, title: E, factors: {encoder: [pydantic, orjson], protocol: https1, connection: [warm, cold]}}
  - {name: calls, title: C, factors: {procedure: call}}
protocol: {sessions: 1, budget: 6s, warmup: 0, exchangesPerVisit: 1}
`;

test('a browser measures FastAPI, by its encoders over TLS and in calls', { skip }, async () => {
  writeFileSync(path.join(bench.dir, 'fastapi.yaml'), STUDY);
  const { code, err } = await bench.start('run', 'fastapi.yaml', '--out', 'record').ended;
  assert.equal(code, 0, err);
  const text = readFileSync(path.join(bench.dir, 'record/summary.json'), 'utf8');
  const cells = (JSON.parse(text) as Recorded<Summary>).cells.filter(({ twinOf }) => twinOf === null);
  const measured = cells.map(({ part, factors: { encoder, protocol, connection } }) =>
    [part, encoder, protocol, connection].join(' '),
  );
  assert.deepEqual(measured.toSorted(), [
    'calls pydantic http1 warm',
    'encoders orjson https1 cold',
    'encoders orjson https1 warm',
    'encoders pydantic https1 cold',
    'encoders pydantic https1 warm',
  ]);
  for (const { id, status, reason, failures, phases, factors } of cells) {
    assert.deepEqual({ status, reason, failures }, { status: 'measured', reason: '', failures: 0 }, id);
    assert.ok(phases.encode! > 0, id);
    assert.equal((phases.tls ?? 0) > 0, factors.connection === 'cold', id);
  }
});
