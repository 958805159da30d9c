// Somebody's own data through the lab in Chromium: a list, a document and messages, nested, in four formats,
// their bytes as an encoder alone makes them.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { inferSchema, inferSchemaOfAll } from '../../../src/data/infer/infer-schema.ts';
import type { DataRecord, DataSchema, DataValue } from '../../../src/data/schema.ts';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import { encoderNamed } from '../../../src/formats/catalogue.ts';
import type { RunFile, SampleRow } from '../../../src/record/record.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { labBench } from '../../support/real/lab-process.ts';

const bench = labBench();
after(() => bench.remove());

const ORDERS: DataRecord[] = Array.from({ length: 60 }, (_, id) => ({
  id,
  customer: { name: `Kundin ${id} ü`, tags: id % 2 === 0 ? ['new'] : [] },
  lines: Array.from({ length: id % 4 }, (_, line) => ({
    sku: `A-${line}`,
    price: line / 8,
    gift: line === 1,
  })),
  ...(id % 5 === 0 ? { note: id % 10 === 0 ? null : 'late' } : {}),
}));
const MAP: DataRecord = {
  type: 'Map',
  'odd key': { a: 1.5 },
  points: [
    [11.5, 48.1],
    [9, 50],
  ],
  empty: {},
};
const LOG: DataRecord[] = ['up', 'x'.repeat(2_000), 'ü!'].map((text, at) => ({ at, text, more: [{ text }] }));

const STUDY = `study: own
title: Own data
question: Which format?
factors:
  format: [json, msgpack, protobuf, xml]
  compression: [none, gzip]
parts:
  - {name: list, title: Orders, factors: {dataset: {file: orders.json, path: data.items}}}
  - {name: document, title: A map, factors: {dataset: {file: map.json}}}
  - {name: messages, title: A log, factors: {dataset: {file: [0.json, 1.json, 2.json], name: log}}}
protocol: {sessions: 2, budget: 11s, warmup: 4}
`;

/** What one body of a dataset may hold. */
const BODIES: Readonly<
  Record<string, { readonly schema: DataSchema; readonly values: readonly DataValue[] }>
> = {
  orders: { schema: inferSchema('orders', ORDERS), values: [ORDERS] },
  map: { schema: inferSchema('map', MAP), values: [MAP] },
  log: { schema: inferSchemaOfAll('log', LOG), values: LOG },
};

test('own data come to Chromium unchanged in every format, byte for byte as encoded alone', async () => {
  const folder = path.join(bench.dir, 'mine');
  mkdirSync(folder);
  const files = { 'orders.json': { data: { items: ORDERS } }, 'map.json': MAP };
  for (const [name, value] of Object.entries({ ...files, ...logFiles() })) {
    writeFileSync(path.join(folder, name), JSON.stringify(value));
  }
  writeFileSync(path.join(folder, 'own.yaml'), STUDY);
  const lab = bench.start('run', 'mine/own.yaml', '--out', 'own');
  const { code, err } = await lab.ended;
  assert.equal(code, 0, err);

  const read = (name: string) => readFileSync(path.join(bench.dir, 'own', name), 'utf8');
  const { plan, sessions } = JSON.parse(read('run.json')) as Recorded<RunFile>;
  assert.deepEqual(
    plan.cells.filter(({ skip }) => skip !== null),
    [],
  );
  assert.deepEqual(
    sessions.flatMap(({ dropped }) => dropped),
    [],
  );
  const rows = read('samples.ndjson')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRow);
  const { cells } = JSON.parse(read('summary.json')) as Recorded<Summary>;
  assert.equal(cells.filter(({ status }) => status === 'measured').length, 25);
  for (const { id, factors } of cells) {
    const { schema, values } = BODIES[factors.dataset]!;
    const encode = encoderNamed(factors.format, factors.encoder).bind(schema);
    const bodies = values.map((value) => {
      const body = encode(value);
      const sent = factors.compression === 'none' ? body : gzipSync(body, { level: 6 });
      return `${sent.length} ${body.length}`;
    });
    const seen = rows.filter(({ cell, outcome }) => cell === id && outcome === 'completed');
    const sizes = new Set(seen.map(({ bytesEncoded, bytesDecoded }) => `${bytesEncoded} ${bytesDecoded}`));
    assert.deepEqual([...sizes].toSorted(), bodies.toSorted(), id);
  }
  assert.deepEqual(bench.leftovers(), []);
});

function logFiles(): Record<string, DataValue> {
  return Object.fromEntries(LOG.map((message, i) => [`${i}.json`, message]));
}
