// Datasets and formats: a million Books made and loaded as whole processes (the bar: under 10 s and 2 GB, under 5 s),
// and what our encoders and decoders cost beside the bare call of the library or the plainest hand-written code.
//   node bench/data.ts

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import { SaxesParser } from 'saxes';
import { datasetNamed, generateRecords } from '../src/data/catalogue.ts';
import type { DataRecord } from '../src/data/schema.ts';
import { codecOf, formatNamed } from '../src/formats/catalogue.ts';
import { protoOf } from '../src/formats/protobuf.ts';

const MILLION = 1_000_000;
const BOOKS = 10_000;
const ROUNDS = 25;

const { schema } = datasetNamed('book');

function wholeProcess(what: string, directory: string): void {
  const program = fileURLToPath(new URL('./load-books.ts', import.meta.url));
  const startMs = performance.now();
  const child = spawnSync(process.execPath, [program, String(MILLION), directory], { encoding: 'utf8' });
  const seconds = (performance.now() - startMs) / 1_000;
  if (child.status !== 0) throw new Error(child.stderr);
  const inside = JSON.parse(child.stdout) as { seconds: number; peakRssMb: number };
  const figures = [
    `${seconds.toFixed(2)} s`,
    `${inside.seconds.toFixed(2)} s inside`,
    `${inside.peakRssMb.toFixed(0)} MB`,
  ];
  console.log(`${what}: ${figures.join(', ')}`);
}

function millionBooks(): void {
  const directory = mkdtempSync(join(tmpdir(), 'wirefare-bench-'));
  try {
    wholeProcess('1 000 000 Books made and saved', directory);
    wholeProcess('1 000 000 Books loaded        ', directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Smallest time of either, their rounds taking turns so that both meet the same machine. */
function compare(what: string, ours: () => unknown, bare: () => unknown): void {
  let oursMs = Number.POSITIVE_INFINITY;
  let bareMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < ROUNDS; i++) {
    oursMs = Math.min(oursMs, timed(ours));
    bareMs = Math.min(bareMs, timed(bare));
  }
  const ratio = (oursMs / bareMs).toFixed(2);
  console.log(
    `${what.padEnd(30)} ${oursMs.toFixed(2).padStart(7)} ms   bare ${bareMs.toFixed(2).padStart(7)} ms   ${ratio}`,
  );
}

function timed(work: () => unknown): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}

// The usual hand-written escaping, without any check of what XML can carry.
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const usual = (value: unknown) => String(value).replace(/[&<>"]/g, (character) => REFERENCES[character]!);

function bareElements(books: readonly DataRecord[]): string {
  let out = '';
  for (const b of books) {
    out += `<book><title>${usual(b.title)}</title><author>${usual(b.author)}</author>`;
    out += `<description>${usual(b.description)}</description><image>${usual(b.image)}</image>`;
    out += `<numInStock>${b.numInStock}</numInStock><price>${b.price}</price>`;
    out += `<type>${usual(b.type)}</type><onSale>${b.onSale}</onSale></book>`;
  }
  return `<books>${out}</books>`;
}

function bareAttributes(books: readonly DataRecord[]): string {
  let out = '';
  for (const b of books) {
    out += `<book title="${usual(b.title)}" author="${usual(b.author)}" description="${usual(b.description)}"`;
    out += ` image="${usual(b.image)}" numInStock="${b.numInStock}" price="${b.price}" type="${usual(b.type)}"`;
    out += ` onSale="${b.onSale}"/>`;
  }
  return `<books>${out}</books>`;
}

function bareSaxes(document: string): void {
  const parser = new SaxesParser({ position: false });
  parser.on('opentag', () => {});
  parser.on('text', () => {});
  parser.on('closetag', () => {});
  parser.write(document).close();
}

function formats(): void {
  const books = JSON.parse(JSON.stringify(generateRecords(datasetNamed('book'), BOOKS))) as DataRecord[];
  const utf8 = new TextEncoder();
  const encoderFor = (format: string) => formatNamed(format).encoders[0]!.bind(schema);
  const decoderFor = (format: string, codec: string) =>
    codecOf(format, codec).bind(schema) as (body: unknown) => DataRecord[];
  const textOf = (format: string) => new TextDecoder().decode(encoderFor(format)(books));
  const bareList = protobuf.parse(protoOf(schema)).root.lookupType(schema.name);

  console.log(`\n${BOOKS} Books, smallest of ${ROUNDS}, against the bare call`);
  const bareEncoders: Record<string, () => unknown> = {
    json: () => utf8.encode(JSON.stringify(books)),
    xml: () => utf8.encode(bareElements(books)),
    'xml-attributes': () => utf8.encode(bareAttributes(books)),
    protobuf: () => bareList.encode({ items: books }).finish(),
  };
  for (const [format, bare] of Object.entries(bareEncoders)) {
    const encode = encoderFor(format);
    compare(`encode ${format}`, () => encode(books), bare);
  }
  const jsonText = textOf('json');
  const parse = decoderFor('json', 'JSON.parse');
  compare(
    'decode json/JSON.parse',
    () => parse(jsonText),
    () => JSON.parse(jsonText),
  );
  for (const format of ['xml', 'xml-attributes']) {
    const document = textOf(format);
    const decode = decoderFor(format, 'saxes');
    compare(
      `decode ${format}/saxes`,
      () => decode(document),
      () => bareSaxes(document),
    );
  }
  const bytes = encoderFor('protobuf')(books);
  const decode = decoderFor('protobuf', 'protobufjs');
  compare(
    'decode protobuf/protobufjs',
    () => decode(bytes),
    () => bareList.decode(bytes),
  );
}

millionBooks();
formats();
