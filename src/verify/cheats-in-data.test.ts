// Targets that send other data than they should: each is caught, and by the check that is there for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type Cheat, FEW, startCheating, withHeaders } from '../../test/support/targets/cheating-target.ts';
import { seededRandom } from '../base/random.ts';
import { compressorOf } from '../compression/node-zlib.ts';
import type { DataRecord } from '../data/schema.ts';
import type { StoredRecords } from '../data/store/stored-data.ts';
import type { TargetParts } from '../target/handler.ts';
import { SUITE } from './suite.ts';
import { verifyTarget } from './verify.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };

/** The findings of the named check against a target with that cheat. */
async function findingsOf(name: string, cheat: Cheat): Promise<readonly string[]> {
  const server = await startCheating(cheat, clock);
  try {
    const checks = SUITE.filter((check) => check.name === name);
    const options = {
      mode: 'fast',
      clock,
      random: seededRandom(1),
      dataDir: null,
      only: FEW,
      timeoutMs: 1_000,
      checks,
    } as const;
    const report = await verifyTarget(server.url, options);
    const outcome = report.checks.find((check) => check.name === name);
    assert.ok(outcome, `no check named ${name} was run: ${JSON.stringify(report)}`);
    return outcome.findings;
  } finally {
    await server.close();
  }
}

function caught(name: string, what: string, cheat: Cheat, says: RegExp): void {
  test(`${what} is caught by ${name}`, async () => {
    const findings = await findingsOf(name, cheat);
    assert.match(findings.join('\n'), says);
  });
}

/** Encodes other records than those it is given. */
function encoding(change: (records: readonly DataRecord[]) => readonly DataRecord[]): Cheat {
  return {
    parts: (parts) => {
      const encoders = [...parts.encoders].map(([key, { contentType, encode }]) => {
        return [
          key,
          { contentType, encode: (records: readonly DataRecord[]) => encode(change(records)) },
        ] as const;
      });
      return { ...parts, encoders: new Map(encoders) };
    },
  };
}

function computing(change: (parts: TargetParts, key: string) => (records: DataRecord[]) => void): Cheat {
  return {
    parts: (parts) => {
      const computations = [...parts.computations.keys()].map((key) => [key, change(parts, key)] as const);
      return { ...parts, computations: new Map(computations) };
    },
  };
}

function compressing(compress: (bytes: Uint8Array) => Uint8Array): Cheat {
  return {
    parts: (parts) => {
      const none = parts.compressors.get('none/null');
      const compressors = [...parts.compressors.keys()].map((key) => [key, compress] as const);
      return { ...parts, compressors: new Map([...compressors, ['none/null', none!]]) };
    },
  };
}

/** The other compressions as they are. */
function compressingAs(name: string, compress: (bytes: Uint8Array) => Uint8Array): Cheat {
  return {
    parts: (parts) => {
      const compressors = [...parts.compressors].map(
        ([key, real]) => [key, key.startsWith(`${name}/`) ? compress : real] as const,
      );
      return { ...parts, compressors: new Map(compressors) };
    },
  };
}

caught(
  'objects',
  'a wrong value in one object of a thousand',
  encoding((records) =>
    records.map((record, i) => (i === 617 && 'price' in record ? { ...record, price: 0.5 } : record)),
  ),
  /book n=1000 \S+: \[617\]\.price: 0\.5, expected/,
);

caught(
  'objects',
  'one object too few',
  encoding((records) => records.slice(0, 999)),
  /999 values, expected 1000/,
);

caught(
  'objects',
  'a price that is a string',
  {
    answers: (answer) => {
      if (answer.headers.get('content-type') !== 'application/json') return answer;
      const body = Buffer.from(answer.body.toString().replaceAll(/"price":([\d.]+)/g, '"price":"$1"'));
      return { ...withHeaders(answer, { 'content-length': String(body.length) }), body };
    },
  },
  /json\/JSON\.stringify: \[0\]\.price: "[\d.]+", expected [\d.]+/,
);

caught(
  'objects',
  'another order of the properties',
  encoding((records) => records.map((record) => Object.fromEntries(Object.entries(record).reverse()))),
  /json\/JSON\.stringify: \[0\]: property 0 is onSale, expected title there/,
);

caught(
  'orders',
  'a computation that is not done',
  computing(() => () => {}),
  /book n=500 \S+ cm1: \[0\]/,
);

// Reversing first turns the order of equal values around, as an unstable sort may.
caught(
  'orders',
  'a sort that is not stable',
  computing((parts, key) => (records) => {
    records.reverse();
    const sort = parts.computations.get(key)!;
    if (key.endsWith('/cm2'))
      records.sort((a, b) => Number(a.onSale ?? a.enabled) - Number(b.onSale ?? b.enabled));
    else sort(records);
  }),
  /cm2: \[\d+\]/,
);

caught(
  'stored-data',
  'a computation on the stored data themselves',
  computing((parts, key) => (records) => {
    parts.computations.get(key)!(records);
    const stored = (parts.datasets.get(key.split('/')[0]!) as StoredRecords).records as DataRecord[];
    if (key.endsWith('/cm2')) for (const [i, record] of records.entries()) stored[i] = record;
  }),
  /after cm2: book/,
);

caught(
  'content-encoding',
  'a body that is not compressed under the name of gzip',
  compressing((body) => body),
  /the body is not gzip: it begins 5b7b22/,
);

caught(
  'content-encoding',
  'deflate under the name of gzip',
  compressing((body) => deflateSync(body)),
  /the body is not gzip: it begins 789c/,
);

caught(
  'content-encoding',
  'bare DEFLATE under the name of deflate, which some clients take and others do not',
  compressingAs('deflate', (body) => deflateRawSync(body)),
  /deflate-1: the body cannot be decompressed: .*incorrect header check/,
);

caught(
  'content-encoding',
  'gzip under the name of zstd',
  compressingAs('zstd', (body) => gzipSync(body)),
  /the body is not zstd: it begins 1f8b0800, not 28b52ffd \(RFC 8878\)/,
);

caught(
  'content-encoding',
  'zlib under the name of br',
  compressingAs('br', (body) => deflateSync(body)),
  /br-0: the body cannot be decompressed/,
);

caught(
  'content-encoding',
  'brotli with another window',
  compressingAs('br', (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_LGWIN]: 18 } })),
  /br-0: the window is not of 22 bits/,
);

for (const [name, level] of [
  ['br', 4],
  ['zstd', 3],
] as const) {
  caught(
    'content-encoding',
    `one level of ${name} for all`,
    compressingAs(name, compressorOf({ name, level })),
    new RegExp(`${name}: level \\d+ gives (\\d+) bytes, level \\d \\1, the lab's own library`),
  );
}

caught(
  'content-encoding',
  'an /about that tells of another request',
  {
    answers: (answer, request) => {
      if (request.url !== '/about') return answer;
      const about = { ...JSON.parse(answer.body.toString()), request: { acceptEncoding: 'gzip, br;q=0.5' } };
      const body = Buffer.from(JSON.stringify(about));
      return { ...withHeaders(answer, { 'content-length': String(body.length) }), body };
    },
  },
  /\/about: request.acceptEncoding is "gzip, br;q=0.5", "identity" was sent/,
);

caught(
  'content-encoding',
  'one level for all',
  {
    parts: (parts) => ({
      ...parts,
      compressors: new Map(
        [...parts.compressors].map(([key]) => [
          key,
          parts.compressors.get(key === 'none/null' ? key : 'gzip/1')!,
        ]),
      ),
    }),
  },
  /gzip: level 9 gives (\d+) bytes, level 1 \1/,
);

caught(
  'content-encoding',
  'compression that does not say so',
  { answers: (answer) => withHeaders(answer, { 'content-encoding': null }) },
  /Content-Encoding is missing/,
);

caught(
  'content-length',
  'a body shorter than its Content-Length',
  {
    answers: (answer, request) =>
      request.url === '/about' ? answer : { ...answer, body: answer.body.subarray(0, -1) },
  },
  /Content-Length is \d+ but \d+ bytes follow/,
);

caught(
  'content-length',
  'a body sent in chunks',
  { answers: (answer) => withHeaders(answer, { 'content-length': null, 'transfer-encoding': 'chunked' }) },
  /sent in chunks/,
);

caught(
  'headers',
  'an answer without no-store',
  { answers: (answer) => withHeaders(answer, { 'cache-control': null }) },
  /cache-control is missing, not no-store/,
);

caught(
  'headers',
  'an answer that hides its Server-Timing from pages',
  { answers: (answer) => withHeaders(answer, { 'access-control-expose-headers': 'content-length' }) },
  /access-control-expose-headers lacks server-timing/,
);

caught(
  'opaque',
  'an opaque answer with Content-Encoding',
  {
    answers: (answer, request) =>
      request.url!.includes('opaque') ? withHeaders(answer, { 'content-encoding': 'gzip' }) : answer,
  },
  /opaque: Content-Encoding is gzip/,
);

caught(
  'bytes',
  'zeros for bytes',
  {
    answers: (answer, request) =>
      request.url!.startsWith('/bytes') ? { ...answer, body: Buffer.alloc(answer.body.length) } : answer,
  },
  /gzip shortens it/,
);

caught(
  'connections',
  'a connection that is never kept',
  { answers: (answer) => withHeaders(answer, { connection: 'close' }) },
  /a second request needed a new connection/,
);

caught(
  'refusals',
  'a usual answer to an unknown format',
  {
    handler: (real) => (request, response) => {
      request.url = request.url!.replace('format=wirefare-invented', 'format=json');
      real(request, response);
    },
  },
  /answered 200, not 501/,
);

caught(
  'refusals',
  'a usual answer to a computation that its dataset has not',
  {
    handler: (real) => (request, response) => {
      if (request.url!.includes('dataset=file'))
        request.url = request.url!.replace(/compute=cm\d/, 'compute=none');
      real(request, response);
    },
  },
  /dataset=file.*compute=cm1.*: answered 200, not 501/,
);

caught(
  'refusals',
  'a refusal that does not name the parameter',
  {
    answers: (answer) =>
      answer.status === 200
        ? answer
        : {
            ...answer,
            headers: withHeaders(answer, { 'content-length': '14' }).headers,
            body: Buffer.from('{"status":400}'),
          },
  },
  /names the parameter undefined, not dataset/,
);

caught(
  'concurrency',
  'one variable for all requests',
  {
    handler: (real) => {
      let url = '';
      return (request, response) => {
        url = request.url!;
        setImmediate(() => {
          request.url = url;
          real(request, response);
        });
      };
    },
  },
  /records, expected|json|xml|protobuf/,
);

caught(
  'concurrency',
  'one request at a time',
  {
    handler: (real) => {
      let last = Promise.resolve();
      return (request, response) => {
        const before = last;
        last = new Promise((resolve) => response.once('close', resolve));
        before.then(() => real(request, response));
      };
    },
  },
  /beside a slow client: .* no whole answer within 1000 ms/,
);
