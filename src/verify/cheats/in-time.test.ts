// Targets that lie about their time or save themselves the work: each is caught, and by the check that is
// there for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CapturedAnswer,
  type Cheat,
  capturing,
  FEW,
  send,
  startCheating,
  withHeaders,
} from '../../../test/support/targets/cheating-target.ts';
import type { Clock } from '../../base/clock.ts';
import { seededRandom } from '../../base/random.ts';
import type { DataRecord } from '../../data/schema.ts';
import { formatServerTiming, parseServerTiming, type ServerPhases } from '../../wire/server-timing.ts';
import { SUITE } from '../suite.ts';
import { verifyTarget } from '../verify.ts';

const clock: Clock = { nowMs: () => performance.now(), date: () => new Date() };

/** Runs the named check after those whose exchanges it judges. */
async function findingsOf(name: string, cheat: Cheat): Promise<readonly string[]> {
  const server = await startCheating(cheat, clock);
  try {
    const judgesOthers = name === 'server-timing' || name === 'timing-within-wait';
    const names = judgesOthers ? ['objects', 'content-encoding', name] : [name];
    const checks = SUITE.filter((check) => names.includes(check.name));
    const options = {
      mode: 'fast',
      clock,
      random: seededRandom(1),
      dataDir: null,
      // Of exchanges that others judge already one dataset has all kinds.
      only: judgesOthers ? { ...FEW, datasets: ['book'] } : FEW,
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

/** Reports other phases than the real ones. */
function saying(change: (phases: ServerPhases) => ServerPhases): Cheat {
  return {
    answers: (answer) => {
      const phases = parseServerTiming(answer.headers.get('server-timing') ?? null);
      return phases === null
        ? answer
        : withHeaders(answer, { 'server-timing': formatServerTiming(change(phases)) });
    },
  };
}

function scaled(factor: number): Cheat {
  return saying(({ computeMs, encodeMs, compressMs }) => ({
    computeMs: computeMs * factor,
    encodeMs: encodeMs * factor,
    compressMs: compressMs * factor,
  }));
}

/**
 * Keeps whole answers by everything but the serial; `replayed` says which Server-Timing a kept answer has.
 */
function cachingBodies(replayed: (header: string) => string): Cheat {
  const kept = new Map<string, CapturedAnswer>();
  return {
    handler: (real) => (request, response) => {
      const key = request.url!.replace(/&serial=\d+/, '');
      const known = kept.get(key);
      if (known !== undefined) {
        const timing = replayed(known.headers.get('server-timing') ?? '');
        return void send(response, withHeaders(known, { 'server-timing': timing }));
      }
      real(
        request,
        capturing(response, (answer) => {
          if (key.startsWith('/exchange')) kept.set(key, answer);
          send(response, answer);
        }),
      );
    },
  };
}

/** Keeps what a step gave for the same first record and length. */
function remembering<T>(work: (records: readonly DataRecord[]) => T): (records: readonly DataRecord[]) => T {
  const kept = new Map<string, T>();
  return (records) => {
    const key = `${String(records[0]?.title)} ${records.length}`;
    const result = kept.get(key) ?? work(records);
    kept.set(key, result);
    return result;
  };
}

caught(
  'server-timing',
  'no Server-Timing',
  { answers: (answer) => withHeaders(answer, { 'server-timing': null }) },
  /there is no Server-Timing/,
);

caught(
  'server-timing',
  'whole milliseconds',
  {
    answers: (answer) =>
      withHeaders(answer, { 'server-timing': 'compute;dur=0, encode;dur=1, compress;dur=2' }),
  },
  /fewer than three decimals/,
);

caught(
  'timing-within-wait',
  'a Server-Timing twice too high',
  scaled(2),
  /the phases add up to .* but the first byte came after/,
);

caught(
  'timing-complete',
  'a Server-Timing twice too low',
  scaled(0.5),
  /the client waited .* the phases account for/,
);

caught('timing-complete', 'a Server-Timing of zeros', scaled(0), /in 0 ms is impossible/);

caught(
  'timing-complete',
  'compression booked as encoding',
  saying(({ computeMs, encodeMs, compressMs }) => ({
    computeMs,
    encodeMs: encodeMs + compressMs,
    compressMs: 0,
  })),
  /compress (of|takes)/,
);

caught(
  'timing-complete',
  'encoding booked as computation',
  saying(({ computeMs, encodeMs, compressMs }) => ({
    computeMs: computeMs + encodeMs,
    encodeMs: 0.01,
    compressMs,
  })),
  // On a machine that encodes them in a moment, no time left over tells it, but that no encoder is so fast.
  /compute took .* although there was none|encode of \d+ bytes in 0\.01 ms is impossible/,
);

caught(
  'timing-complete',
  'the same time for few objects and many',
  saying(({ encodeMs, compressMs }) => ({ computeMs: 0, encodeMs: Math.min(encodeMs, 0.2), compressMs })),
  /encode takes|the phases account for/,
);

const ready = new Uint8Array(1_000_000);

caught(
  'timing-complete',
  'a body that lies ready',
  {
    parts: (parts) => {
      const encoders = [...parts.encoders].map(
        ([key, each]) => [key, { ...each, encode: () => ready }] as const,
      );
      return { ...parts, encoders: new Map(encoders) };
    },
  },
  /encode of 1000000 bytes in [\d.]+ ms is impossible/,
);

const nothing = formatServerTiming({ computeMs: 0.001, encodeMs: 0.002, compressMs: 0.003 });

caught(
  'fresh-work',
  'a cached body that says so in its times',
  cachingBodies(() => nothing),
  /wait of a request made again/,
);

caught(
  'fresh-work',
  'a cached body with the times of its first request',
  cachingBodies((header) => header),
  /they are replayed/,
);

caught(
  'fresh-work',
  'encoding that is remembered',
  {
    parts: (parts) => {
      const encoders = [...parts.encoders].map(([key, { contentType, encode }]) => {
        return [key, { contentType, encode: remembering(encode) }] as const;
      });
      return { ...parts, encoders: new Map(encoders) };
    },
  },
  /json.* (wait|encode) of a request made again/,
);

caught(
  'fresh-work',
  'a sorted list that is remembered',
  {
    parts: (parts) => {
      const computations = [...parts.computations].map(([key, compute]) => {
        const sorted = remembering((records) => {
          const own = records.slice();
          compute(own);
          return own;
        });
        const replay = (records: DataRecord[]) => {
          for (const [i, record] of sorted(records).entries()) records[i] = record;
        };
        return [key, replay] as const;
      });
      return { ...parts, computations: new Map(computations) };
    },
  },
  /cm3: (wait|compute) of a request made again/,
);

caught(
  'no-validators',
  'an ETag',
  { answers: (answer) => withHeaders(answer, { etag: '"1"' }) },
  /etag is "1"/,
);

caught(
  'no-validators',
  'an answer that has not been modified',
  {
    handler: (real) => (request, response) => {
      if (request.headers['if-none-match'] === undefined) return void real(request, response);
      response.statusCode = 304;
      response.end();
    },
  },
  /with If-None-Match: \* it answers 304/,
);
