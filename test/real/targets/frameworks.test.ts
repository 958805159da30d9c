import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { findBuilder } from '../../../src/drive/targets/target-build.ts';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { labBench } from '../../support/real/lab-process.ts';

// The servers that people run: held to the contract, and measured in a real browser by every protocol and
// encoder that they have.

const bench = labBench();
after(() => bench.remove());

const BUILDERS = { express: 'npm', fastify: 'npm', axum: 'cargo' };
const SERVERS = Object.keys(BUILDERS);

const lacking = (builder: string) =>
  findBuilder(builder, process.env).then(
    () => false,
    (error: Error) => error.message,
  );
const skips = await Promise.all(Object.values(BUILDERS).map(lacking));

for (const [i, server] of SERVERS.entries()) {
  const skip = skips[i]!;
  test(`${server} meets every check of the contract, and leaves nothing behind`, { skip }, async () => {
    const { code, out, err } = await bench.start('verify', server, '--fast').ended;
    assert.equal(code, 0, out + err);
    assert.deepEqual(await bench.survivorsAfter(2_000), []);
    assert.deepEqual(bench.leftovers(), []);
  });
}

const STUDY = `study: frameworks
title: T
question: Q
factors: {n: 100, browser: chromium}
parts:
  - {name: formats, title: F, factors: {target: [express, fastify, axum], format: [json, protobuf, msgpack], compression: [none, zstd-3]}}
  - {name: schema, title: S, factors: {target: fastify, format: json, encoder: fast-json-stringify, protocol: [https1, h2], connection: [warm, cold]}}
  - {name: tls, title: T, factors: {target: express, format: json, protocol: https1, connection: [warm, cold]}}
  - {name: rust, title: R, factors: {target: axum, format: json, protocol: [https1, h2], connection: [warm, cold]}}
  - {name: calls, title: C, factors: {target: [express, fastify, axum], format: json, procedure: call}}
protocol: {sessions: 1, budget: 14s, warmup: 0, exchangesPerVisit: 1}
`;

test('a browser measures their encoders, protocols and calls', {
  skip: skips.find((skip) => skip !== false) ?? false,
}, async () => {
  writeFileSync(path.join(bench.dir, 'frameworks.yaml'), STUDY);
  const { code, err } = await bench.start('run', 'frameworks.yaml', '--out', 'record').ended;
  assert.equal(code, 0, err);
  const { cells } = JSON.parse(
    readFileSync(path.join(bench.dir, 'record/summary.json'), 'utf8'),
  ) as Recorded<Summary>;
  for (const { id, status, reason, failures, phases, factors } of cells) {
    assert.deepEqual({ status, reason, failures }, { status: 'measured', reason: '', failures: 0 }, id);
    assert.ok(phases.encode! > 0, id);
    assert.equal((phases.connect ?? 0) > 0, factors.connection === 'cold', id);
  }
  const asked = cells
    .filter(({ twinOf }) => twinOf === null)
    .map(({ part, factors: { target, encoder, protocol, connection } }) =>
      [part, target, encoder, protocol, connection].join(' '),
    );
  assert.ok(asked.includes('schema fastify fast-json-stringify h2 cold'), asked.join('\n'));
  assert.ok(asked.includes('rust axum serde_json h2 cold'), asked.join('\n'));
  assert.ok(asked.includes('tls express JSON.stringify https1 cold'), asked.join('\n'));
  assert.ok(asked.includes('calls express JSON.stringify http1 warm'), asked.join('\n'));
});
