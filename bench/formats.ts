// Formats: what our encoders and decoders cost beside the bare call of the library, on the same objects, turn
// by turn in one process (the bar: 1.10); and the bytes.
//   node bench/formats.ts

import { datasetNamed, generateRecords } from '../src/data/catalogue.ts';
import { inferSchema } from '../src/data/infer/infer-schema.ts';
import type { DataRecord, DataSchema, DataValue } from '../src/data/schema.ts';
import { FORMATS } from '../src/formats/catalogue.ts';
import type { Format } from '../src/formats/format.ts';
import { whyRefused } from '../src/formats/shared/refusal.ts';
import { bodyFor } from '../test/support/documents/body-in-node.ts';
import { BARE_DECODERS, BARE_ENCODERS, type BareCall } from './bare/bare-calls.ts';

const ROUNDS = 25;
const MOST_ROUNDS = 100;
/** A smaller step down says nothing. */
const FALL = 0.98;
/** Shorter work is repeated, because the clock and the machine's hiccups would be all there is to see. */
const LEAST_MS = 4;
const BAR = 1.1;

interface Case {
  readonly name: string;
  readonly schema: DataSchema;
  readonly value: DataValue;
}

function books(count: number): Case {
  const dataset = datasetNamed('book');
  const value = JSON.parse(JSON.stringify(generateRecords(dataset, count))) as DataRecord[];
  return { name: `${count} Books`, schema: dataset.schema, value };
}

/**
 * About 1 MB of JSON: records in lists in records, properties that some have not; nothing that needs a
 * mapping.
 */
function nested(): Case {
  const value = {
    source: 'bench',
    taken: 1_767_225_600_000,
    orders: Array.from({ length: 2_500 }, (_, i) => order(i)),
  };
  return { name: 'nested document', schema: inferSchema('nested', value), value };
}

function order(i: number): DataRecord {
  return {
    id: 500_000 + i,
    reference: `order/${(i * 2_654_435_761) % 4_294_967_296}`,
    total: (i * 7_919) / 100,
    paid: i % 3 === 0,
    buyer: {
      name: `Person ${i * 31}`,
      email: `person${i}@example.org`,
      ...(i % 4 === 0 ? { phone: `+385 ${i * 977}` } : {}),
    },
    lines: Array.from({ length: 1 + (i % 5) }, (_, k) => ({
      sku: `SKU-${(i * 13 + k * 7) % 997}-${i}`,
      quantity: 1 + ((i + k) % 4),
      price: 0.99 + ((i * 17 + k) % 5_000) / 8,
      options: k === 0 ? [] : [`gift ${i}`, `colour ${k * i}`],
    })),
    ...(i % 7 === 0 ? { note: `Leave at "the door" <${i}>\n& ring` } : {}),
  };
}

/**
 * Smallest time of either, ms; each goes first every other time, since either leaves garbage that the next
 * one collects. Rounds go on while either still falls, whatever the ratio, because a busy machine shows its
 * best times seldom.
 */
function interleaved(ours: () => unknown, bare: () => unknown): { oursMs: number; bareMs: number } {
  const repeats = Math.max(1, Math.ceil(LEAST_MS / timed(ours, 1)));
  let oursMs = Number.POSITIVE_INFINITY;
  let bareMs = Number.POSITIVE_INFINITY;
  let lastFall = 0;
  for (let i = 0; i - lastFall < ROUNDS && i < MOST_ROUNDS; i++) {
    const before = i % 2 === 0 ? timed(ours, repeats) : null;
    const bareRoundMs = timed(bare, repeats);
    const oursRoundMs = before ?? timed(ours, repeats);
    if (oursRoundMs < oursMs * FALL || bareRoundMs < bareMs * FALL) lastFall = i;
    oursMs = Math.min(oursMs, oursRoundMs);
    bareMs = Math.min(bareMs, bareRoundMs);
  }
  return { oursMs, bareMs };
}

function timed(work: () => unknown, repeats: number): number {
  const startMs = performance.now();
  for (let i = 0; i < repeats; i++) work();
  return (performance.now() - startMs) / repeats;
}

function compared(ours: () => unknown, bare: (() => unknown) | null): string {
  const { oursMs, bareMs } = interleaved(ours, bare ?? ours);
  const ratio = oursMs / bareMs;
  const times = `${oursMs.toFixed(2).padStart(8)} ms`;
  if (bare === null) return `${times}   no bare call`;
  const verdict = ratio > BAR ? '  above the bar' : '';
  return `${times}   bare ${bareMs.toFixed(2).padStart(8)} ms   ${ratio.toFixed(2)}${verdict}`;
}

function benchFormat(format: Format, data: Case): void {
  const { schema, value } = data;
  const encoders = format.encoders.filter((encoder) => whyRefused(encoder, schema, [value]) === null);
  for (const encoder of encoders) {
    const name = `${format.name}/${encoder.name}`;
    const encode = encoder.bind(schema);
    const bare = bareFor(BARE_ENCODERS, name, data);
    const figures = compared(() => encode(value), bare && (() => bare(value as never)));
    console.log(`encode ${name.padEnd(33)} ${String(encode(value).length).padStart(9)} B ${figures}`);
  }
  if (encoders.length === 0) return;
  const bytes = encoders[0]!.bind(schema)(value);
  for (const codec of format.codecs) {
    if (codec.needs.includes('dom') || codec.takes === 'json') continue;
    const name = `${format.name}/${codec.name}`;
    const decode = codec.bind(schema) as (body: never) => unknown;
    const body = bodyFor(codec, bytes);
    const bare = bareFor(BARE_DECODERS, name, data);
    console.log(`decode ${name.padEnd(45)} ${compared(() => decode(body), bare && (() => bare(body)))}`);
  }
}

function bareFor(calls: typeof BARE_ENCODERS, name: string, { schema }: Case): BareCall | null {
  return calls[name]?.(schema) ?? null;
}

for (const data of [books(1_000), books(10_000), nested()]) {
  console.log(
    `\n${data.name}, ${JSON.stringify(data.value).length} bytes of JSON, smallest of ${ROUNDS} to ${MOST_ROUNDS}`,
  );
  for (const format of FORMATS) benchFormat(format, data);
}
