// Targets that send other data than they should: each is caught, and by the check that is there for it.

import { caught } from '../../../test/support/targets/caught.ts';
import { type Cheat, withHeaders } from '../../../test/support/targets/cheating-target.ts';
import type { DataRecord } from '../../data/schema.ts';
import type { StoredRecords } from '../../data/store/stored-data.ts';
import type { TargetParts } from '../../target/handler.ts';

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
