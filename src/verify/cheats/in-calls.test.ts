// Targets that answer calls otherwise than they should: each is caught, and by the check that is there for
// it. One that does not cheat passes them all.

import assert from 'node:assert/strict';
import { request as sendRequest } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  type CapturedAnswer,
  type Cheat,
  capturing,
  FEW,
  send,
  startCheating,
  withHeaders,
} from '../../../test/support/targets/cheating-target.ts';
import { seededRandom } from '../../base/random.ts';
import type { TargetListener, TargetRequest, TargetResponse } from '../../target/send.ts';
import { sayReport } from '../report.ts';
import { CALL_CHECKS } from '../suite.ts';
import { verifyTarget } from '../verify.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };

const OPERATIONS = ['books', 'init', 'checkname', 'getroute'];

async function reportOf(names: readonly string[], formats: readonly string[], cheat: Cheat) {
  const server = await startCheating(cheat, clock);
  try {
    return await verifyTarget(server.url, {
      mode: 'fast',
      clock,
      random: seededRandom(1),
      dataDir: null,
      only: { ...FEW, calls: { operations: OPERATIONS, formats } },
      timeoutMs: 3_000,
      checks: CALL_CHECKS.filter((check) => names.includes(check.name)),
    });
  } finally {
    await server.close();
  }
}

function caught(name: string, what: string, cheat: Cheat, says: RegExp, formats = ['json', 'soap']): void {
  test(`${what} is caught by ${name}`, async () => {
    const report = await reportOf([name], formats, cheat);
    const outcome = report.checks.find((check) => check.name === name);
    assert.ok(outcome, `no check named ${name} was run: ${JSON.stringify(report)}`);
    assert.match(outcome.findings.join('\n'), says);
  });
}

test('a target that answers calls as it should passes every check of them', async () => {
  const names = CALL_CHECKS.map(({ name }) => name);
  const report = await reportOf(names, ['json', 'xml', 'protobuf', 'soap'], {});
  assert.equal(report.passed, true, sayReport(report));
  const passed = report.checks.filter(({ status }) => status === 'passed').map(({ name }) => name);
  assert.deepEqual(passed, ['about', ...names]);
});

test('where nothing is called, calls are not looked at', async () => {
  const server = await startCheating({}, clock);
  try {
    const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null } as const;
    const report = await verifyTarget(server.url, { ...options, only: FEW, checks: CALL_CHECKS });
    const looked = report.checks.filter(({ status }) => status !== 'skipped').map(({ name }) => name);
    assert.deepEqual(looked, ['about']);
  } finally {
    await server.close();
  }
});

/** Calls of that path alone are changed. */
function answering(change: NonNullable<Cheat['answers']>): Cheat {
  return {
    answers: (answer, request) =>
      /^\/(call|soap)/.test(request.url ?? '') ? change(answer, request) : answer,
  };
}

/** One answer for all calls of an operation. */
function keeping(): Cheat {
  const kept = new Map<string, Buffer>();
  return answering((answer, request) => {
    if (answer.status !== 200) return answer;
    const key = request.url!;
    const body = kept.get(key) ?? answer.body;
    kept.set(key, body);
    return withHeaders({ ...answer, body }, { 'content-length': String(body.length) });
  });
}

caught(
  'call-answers',
  'an answer that does not read its request',
  keeping(),
  /checkname json.*: \.id: "c6480fd213", expected "51e8ac7b90"/,
);

caught(
  'call-answers',
  'an answer with a price that is a little off',
  answering((answer) => ({
    ...answer,
    body: Buffer.from(
      answer.body
        .toString('latin1')
        .replace(/("price":\d)/, '$11')
        .slice(0, answer.body.length),
      'latin1',
    ),
  })),
  /books json.*(price|decoded)/,
);

caught(
  'call-headers',
  'an answer without no-store',
  answering((answer) => withHeaders(answer, { 'cache-control': null })),
  /cache-control is missing, not no-store/,
);

caught(
  'call-headers',
  'pages that may not post',
  answering((answer, request) =>
    request.method === 'OPTIONS' ? withHeaders(answer, { 'access-control-allow-methods': 'GET' }) : answer,
  ),
  /OPTIONS .*access-control-allow-methods is GET, without post/,
);

caught(
  'call-headers',
  'a body sent in chunks',
  answering((answer) => withHeaders(answer, { 'content-length': null, 'transfer-encoding': 'chunked' })),
  /sent in chunks/,
);

caught(
  'call-compression',
  'a body that is never compressed',
  answering((answer) => withHeaders(answer, { 'content-encoding': null })),
  /gzip.*(Content-Encoding is missing)/,
);

caught(
  'call-compression',
  'zeros within gzip',
  answering((answer, request) => {
    if (!request.url!.includes('gzip')) return answer;
    const body = gzipSync(Buffer.alloc(100));
    return withHeaders({ ...answer, body }, { 'content-length': String(body.length) });
  }),
  /gzip.*decoded/,
);

caught(
  'call-concurrency',
  'one variable for all calls',
  {
    handler: (real) => {
      let last: Buffer;
      return (request, response) => {
        if (request.method !== 'POST') return real(request, response);
        afterBody((_, body) => {
          last = body;
          setImmediate(() => {
            const { url, method, headers, socket } = request;
            const other = Object.assign(Readable.from([last]), { url, method, headers, socket });
            real(other as unknown as TargetRequest, response);
          });
        })(request, response);
      };
    },
  },
  /checkname json.*(answered 400|id)/,
  ['json'],
);

caught(
  'call-refusals',
  'a usual answer to what is no request',
  {
    answers: (answer) =>
      answer.status === 400
        ? withHeaders({ ...answer, status: 200, body: Buffer.from('[]') }, { 'content-length': '2' })
        : answer,
  },
  /books in json, cut off: answered 200/,
);

caught(
  'call-refusals',
  'a fault that blames the server',
  answering((answer) => ({
    ...answer,
    body: Buffer.from(answer.body.toString().replace('soap:Client', 'soap:Server')),
  })),
  /books in soap, .*faultcode is Server, not Client/,
);

caught(
  'call-refusals',
  'a page instead of a problem document',
  answering((answer) =>
    answer.status === 404 ? withHeaders(answer, { 'content-type': 'text/html' }) : answer,
  ),
  /an invented operation in json: Content-Type is text\/html/,
);

caught(
  'call-limits',
  'a target that waits for the end of whatever comes',
  {
    handler: (real) => (request, response) => {
      if (request.method !== 'POST') return real(request, response);
      request.resume();
      request.once('end', () => {
        response.statusCode = 413;
        response.end();
      });
    },
  },
  /a body of 1 GB that is announced: no answer within/,
  ['json'],
);

caught(
  'call-hostile',
  'a target that fetches what a document names',
  {
    handler: (real) => (request, response) => {
      request.on('data', (chunk: Buffer) => {
        const url = /SYSTEM "(http[^"]*)"/.exec(chunk.toString('latin1'))?.[1];
        if (url !== undefined)
          sendRequest(url)
            .on('error', () => {})
            .end();
      });
      // Listening has set it flowing: the real one waits for the same.
      real(request, response);
    },
  },
  /what a document named was fetched/,
  ['xml'],
);

caught(
  'call-hostile',
  'a usual answer to a document with a declaration',
  answering((answer) => (answer.status === 400 ? { ...answer, status: 200 } : answer)),
  /books in xml, a document type declaration: answered 200/,
  ['xml'],
);

caught(
  'call-wsdl',
  'a description that leaves an operation out',
  answering((answer) => {
    const body = Buffer.from(answer.body.toString().replaceAll('GetRouteRequest', 'Nothing'));
    return withHeaders({ ...answer, body }, { 'content-length': String(body.length) });
  }),
  /no element is named GetRouteRequest/,
);

caught(
  'call-timing',
  'times without decode',
  answering((answer) =>
    withHeaders(answer, {
      'server-timing': answer.headers.get('server-timing')?.replace(/decode[^,]*, /, '') ?? null,
    }),
  ),
  /decode missing or with fewer than three decimals/,
);

caught(
  'call-timing',
  'a decode that takes no time',
  answering((answer) =>
    withHeaders(answer, {
      'server-timing':
        answer.headers.get('server-timing')?.replace(/decode;dur=[\d.]+/, 'decode;dur=0.0001') ?? null,
    }),
  ),
  /decode took 0\.0001 ms, which is impossible|the phases account for/,
  ['json'],
);

caught(
  'call-timing',
  'phases longer than the wait',
  answering((answer) =>
    withHeaders(answer, {
      'server-timing':
        answer.headers.get('server-timing')?.replace(/encode;dur=[\d.]+/, 'encode;dur=9000.000') ?? null,
    }),
  ),
  /the phases add up to 9\d+\.\d+ ms, but the first byte came after/,
  ['json'],
);

caught(
  'call-fresh-work',
  'a cache of whole answers',
  {
    handler: (real) => {
      const kept = new Map<string, CapturedAnswer>();
      return afterBody((request, body, response) => {
        const key = `${request.url} ${body.toString('latin1')}`;
        const known = kept.get(key);
        if (known !== undefined) return send(response, known);
        const keep = (answer: CapturedAnswer) => {
          kept.set(key, answer);
          send(response, answer);
        };
        real(request, capturing(response, keep));
      });
    },
  },
  /something was kept|replayed/,
  ['json'],
);

/** Calls `handle` when the whole body is there, with a request that brings it again. */
function afterBody(
  handle: (request: TargetRequest, body: Buffer, response: TargetResponse) => void,
): TargetListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const body = Buffer.concat(chunks);
      const { url, method, headers, socket } = request;
      const again = Object.assign(Readable.from(body.length === 0 ? [] : [body]), {
        url,
        method,
        headers,
        socket,
      });
      handle(again as unknown as TargetRequest, body, response);
    });
  };
}
