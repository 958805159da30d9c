// Targets that cheat with messages, or are broken there: each is caught, and by the check that is there for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../base/clock.ts';
import { seededRandom } from '../base/random.ts';
import { randomMessages } from '../messages/content.ts';
import type { Outlet } from '../target/messages/outlet.ts';
import type { PreparedMessages } from '../target/messages/prepared.ts';
import type { Sequence } from '../target/messages/sequence.ts';
import { ENDPOINTS, type SequenceSpec } from '../wire/sequence.ts';
import {
  type CapturedAnswer,
  type Cheat,
  capturing,
  FEW,
  send,
  startCheating,
  withHeaders,
} from './cheating-target.ts';
import { sayReport } from './report.ts';
import { MESSAGE_CHECKS } from './suite.ts';
import { verifyTarget } from './verify.ts';

const clock: Clock = { nowMs: () => performance.now(), date: () => new Date() };

/** The messages of data in one format stand for all. */
const USED = { ...FEW, formats: ['json'], endpoints: ENDPOINTS };

async function verified(names: readonly string[], cheat: Cheat, timeoutMs: number) {
  const server = await startCheating(cheat, clock);
  try {
    const checks = MESSAGE_CHECKS.filter(({ name }) => names.includes(name));
    const random = seededRandom(1);
    const options = { mode: 'fast', clock, random, dataDir: null, only: USED, checks, timeoutMs } as const;
    return await verifyTarget(server.url, options);
  } finally {
    await server.close();
  }
}

test('a target that does not cheat passes every check of messages', async () => {
  const names = MESSAGE_CHECKS.map(({ name }) => name);
  const report = await verified(names, {}, 30_000);
  assert.equal(report.passed, true, sayReport(report));
  assert.deepEqual(
    report.checks.map(({ name, status }) => `${name} ${status}`),
    ['about', ...names].map((name) => `${name} passed`),
  );
});

test('of a target whose messages are not measured nothing is looked at', async () => {
  const server = await startCheating({}, clock);
  try {
    const random = seededRandom(1);
    const options = {
      mode: 'fast',
      clock,
      random,
      dataDir: null,
      only: FEW,
      checks: MESSAGE_CHECKS,
    } as const;
    const { checks, requests } = await verifyTarget(server.url, options);
    assert.deepEqual(new Set(checks.slice(1).map(({ status }) => status)), new Set(['skipped']));
    assert.equal(requests, 1);
  } finally {
    await server.close();
  }
});

/** `timeoutMs`: less where what is found is that nothing comes, which every way to the client waits for. */
function caught(name: string, what: string, cheat: () => Cheat, says: RegExp, timeoutMs = 1_500): void {
  test(`${what} is caught by ${name}`, async () => {
    const report = await verified([name], cheat(), timeoutMs);
    const outcome = report.checks.find((check) => check.name === name);
    assert.match(outcome?.findings.join('\n') ?? '', says);
  });
}

/** Changes what goes to the client. */
function sending(change: (outlet: Outlet) => Partial<Outlet>): Cheat {
  return {
    sequence: (sequence) => {
      const attach = sequence.attach.bind(sequence);
      sequence.attach = (outlet) => attach({ ...outlet, ...change(outlet) });
    },
  };
}

function asking(change: (spec: SequenceSpec) => Partial<SequenceSpec>): Cheat {
  return { spec: (spec) => ({ ...spec, ...change(spec) }) };
}

/** Answers of one path otherwise. */
function answering(path: string, change: (answer: CapturedAnswer) => CapturedAnswer): Cheat {
  return {
    handler: (real) => (request, response) => {
      if (request.url !== path) return void real(request, response);
      real(
        request,
        capturing(response, (answer) => send(response, change(answer))),
      );
    },
  };
}

/** Other bytes under heads that are right for them. */
function otherMessages(of: (message: (place: number) => Uint8Array) => (place: number) => Uint8Array): Cheat {
  return {
    prepared: (prepared) => {
      const message = (place: number) => prepared.message(place, () => {});
      return { ...prepared, message: of(message) };
    },
  };
}

caught(
  'message-contents',
  'a message sent in the place of another',
  () => otherMessages((message) => (place) => message(place === 100 ? 101 : place)),
  /message 100 is .*, not /,
);

caught(
  'message-contents',
  'messages of another seed',
  () => {
    const size = { policy: 'random', least: 16, most: 3_000 } as const;
    const others = randomMessages({ kind: 'random', body: 'text', size, seed: 99 }, 300);
    return otherMessages(() => (place) => others[place]!);
  },
  /message 0 is/,
);

caught(
  'message-contents',
  'a changed byte',
  () =>
    otherMessages((message) => (place) => {
      const changed = Uint8Array.from(message(place));
      if (place === 7) changed[changed.length - 1]! ^= 1;
      return changed;
    }),
  /message 7 is/,
);

caught(
  'message-contents',
  'another cycle than the one said',
  () => answering('/sequence', (answer) => withBody(answer, ({ sequence }) => ({ sequence, cycle: 17 }))),
  /the cycle is 17, not 300/,
);

caught(
  'message-counts',
  'one message in a thousand lost',
  () => {
    let count = 0;
    return sending((outlet) => ({
      send: (message, onWritten) => {
        count++;
        if (count % 1_000 === 0) onWritten?.();
        else outlet.send(message, onWritten);
      },
    }));
  },
  /message 2000 did not come within 400 ms: 1998 messages came/,
  400,
);

caught(
  'message-contents',
  'two messages in the wrong order',
  () =>
    sending((outlet) => {
      let held: Uint8Array | null = null;
      let count = 0;
      return {
        send: (message, onWritten) => {
          if (count++ === 20) {
            held = message;
            onWritten?.();
            return;
          }
          outlet.send(message, onWritten);
          if (held !== null) outlet.send(held, null);
          held = null;
        },
      };
    }),
  /message 20 is "00000015/,
);

caught(
  'message-receipts',
  'an acknowledgement before the message is there',
  () => ({
    upgrades: (real) => ({
      ...real,
      upgrade: (request, socket, head) => {
        real.upgrade(request, socket, head);
        socket.once('data', () => socket.write(Buffer.from([0x81, 1, 0x31])));
      },
    }),
  }),
  /acknowledged 1 when a byte of message/,
);

caught(
  'message-receipts',
  'an answer before the body is there',
  () => ({
    handler: (real) => (request, response) => {
      if (!request.url!.startsWith('/message')) return void real(request, response);
      request.resume();
      response.end('1');
    },
  }),
  /post: answered when a byte of the message had not been sent yet/,
);

caught(
  'message-receipts',
  'an acknowledgement of every single message in throughput',
  () => ({
    sequence: ({ inlet }) => {
      const take = inlet.take.bind(inlet);
      inlet.take = (message, keepsOrder) => take(message, keepsOrder) || true;
    },
  }),
  /acknowledged 1 2 3 4 5 6 7 … 250, not 100 200 250/,
);

caught(
  'message-receipts',
  'acknowledgements that are left out',
  () => ({
    sequence: ({ inlet }) => {
      const take = inlet.take.bind(inlet);
      inlet.take = (message, keepsOrder) => take(message, keepsOrder) && inlet.received === 250;
    },
  }),
  /acknowledged 250, not 100 200 250/,
  400,
);

caught(
  'message-faults',
  'no look at what was received',
  () => ({
    sequence: ({ inlet }) => {
      inlet.verdict = () => ({ reordered: 0, fault: null });
    },
  }),
  /websocket, one changed in its last bit: not found/,
);

caught(
  'message-faults',
  'a look at the number of messages alone',
  () => ({
    sequence: (sequence) => {
      const { inlet, spec } = sequence;
      inlet.verdict = () => ({ reordered: 0, fault: inlet.received === spec.messages ? null : 'lost' });
    },
  }),
  /websocket, two out of order: not found/,
);

caught(
  'message-returns',
  'what came sent back otherwise',
  () => sending((outlet) => ({ send: (message, done) => outlet.send(message.toReversed(), done) })),
  /message 0 is/,
);

caught(
  'message-ping-pong',
  'messages that nobody asked for',
  () => asking(({ mode }) => ({ mode: mode === 'ping-pong' ? 'throughput' : mode })),
  /came before it was asked for|answered 400/,
);

caught(
  'message-ping-pong',
  'events that are held back until there are many',
  () =>
    sending((outlet) => {
      let held: Uint8Array[] = [];
      return {
        send: (message, onWritten) => {
          held.push(message);
          onWritten?.();
          if (held.length < 20) return;
          for (const each of held) outlet.send(each, null);
          held = [];
        },
      };
    }),
  /sse: message 1 did not come within/,
  400,
);

caught(
  'message-pace',
  'messages before their time',
  () =>
    asking(({ ratePerSecond }) => ({ ratePerSecond: ratePerSecond === null ? null : ratePerSecond * 1.1 })),
  /ms before its time/,
);

caught(
  'message-pace',
  'messages long after their time',
  () =>
    asking(({ ratePerSecond }) => ({ ratePerSecond: ratePerSecond === null ? null : ratePerSecond / 1.2 })),
  /half of them came .* ms late/,
);

/** The state of the end too. */
function saying(change: (state: ReturnType<Sequence['state']>) => object): Cheat {
  return {
    sequence: (sequence) => {
      const { state, finalState } = sequence;
      sequence.state = (...asked) => ({
        ...state.apply(sequence, asked),
        ...change(state.apply(sequence, asked)),
      });
      sequence.finalState = (...asked) => {
        const final = finalState.apply(sequence, asked);
        return { ...final, ...change(final) };
      };
    },
  };
}

const ZEROS = { sent: 0, received: 0, cpuMs: 0, bytesReceived: 0, bytesSent: 0 };

caught('message-counts', 'a state of zeros', () => saying(() => ZEROS), /it says that it sent 0 of 2000/);

caught(
  'message-counts',
  'bytes of the messages alone, without framing',
  () => saying(() => ({ bytesReceived: 2_000_000, bytesSent: 2_000_000 })),
  /websocket to the client: bytes(Sent|Received) is 2000000, the client counted/,
);

caught('message-counts', 'no CPU time', () => saying(() => ({ cpuMs: 0 })), /cpuMs is 0 in/);

caught(
  'message-counts',
  'a clock that runs twice too fast',
  () =>
    saying(({ beganMs, nowMs }) => (beganMs === null ? {} : { nowMs: beganMs + (nowMs - beganMs) * 2 + 1 })),
  /by its clock it took .* ms, by the client's/,
);

caught(
  'message-backpressure',
  'sending that does not wait for the client',
  () =>
    sending((outlet) => ({
      send: (message, onWritten) => {
        outlet.send(message, null);
        if (onWritten !== null) setImmediate(onWritten);
      },
    })),
  /it sent \d+ MB that the client did not read/,
);

caught(
  'message-backpressure',
  'reading on where nothing can be sent back',
  () => ({ sequence: (sequence) => Object.defineProperty(sequence, 'isFull', { value: false }) }),
  /it took \d+ MB while nothing was read/,
);

caught(
  'message-limits',
  'messages longer than it says it takes',
  () => ({
    parts: (parts) => {
      const { features } = parts.about;
      const messages = { ...features.messages!, largestBytes: 1_000 };
      return { ...parts, about: { ...parts.about, features: { ...features, messages } } };
    },
  }),
  /post: answered 200, not 413/,
);

caught(
  'message-refusals',
  'sequences made of what cannot be',
  () =>
    answering('/sequence', (answer) =>
      answer.status < 400
        ? answer
        : withBody({ ...answer, status: 200 }, () => ({ sequence: '1', cycle: 1 })),
    ),
  /0 messages: answered 200/,
);

caught(
  'message-refusals',
  'refusals without a problem document',
  () => answering('/sequence', (answer) => withHeaders(answer, { 'content-type': 'application/json' })),
  /Content-Type is application\/json, not application\/problem\+json/,
);

caught(
  'message-deflate',
  'compression that nobody asked for',
  () => asking(() => ({ compression: 'permessage-deflate' })),
  /offered, not asked for: the target took permessage-deflate/,
);

caught(
  'message-deflate',
  'no compression where it was asked for',
  () => asking(() => ({ compression: 'none' })),
  /asked for: extensions are ""/,
);

caught(
  'message-headers',
  'answers that no page of another origin may read',
  () => answering('/sequence', (answer) => withHeaders(answer, { 'access-control-allow-origin': null })),
  /POST \/sequence: access-control-allow-origin is missing/,
);

caught(
  'message-independence',
  'messages that every sequence has alike',
  () => {
    let first: PreparedMessages | null = null;
    return {
      prepared: (prepared) => {
        first ??= prepared;
        return first;
      },
    };
  },
  /at once: .*message 0 is/,
);

caught(
  'message-data',
  'the same record again and again',
  () => otherMessages((message) => () => message(0)),
  /message 1: its head is not that of its place/,
);

caught(
  'message-data',
  'data that nobody decodes',
  () => ({ prepared: (prepared) => ({ ...prepared, decode: null }) }),
  /to the server: decodeMs is 0/,
);

caught(
  'message-by-hand',
  'a WebSocket that makes text of everything',
  () => ({
    upgrades: (real) => ({
      ...real,
      upgrade: (request, socket, head) => {
        const write = socket.write.bind(socket) as (piece: Buffer) => boolean;
        // The first byte of a binary frame becomes that of a text frame.
        socket.write = ((piece: Buffer) => {
          if (piece[0] === 0x82) piece[0] = 0x81;
          return write(piece);
        }) as typeof socket.write;
        real.upgrade(request, socket, head);
      },
    }),
  }),
  /of bytes came back otherwise/,
);

function withBody(
  answer: CapturedAnswer,
  change: (value: Record<string, unknown>) => Record<string, unknown>,
): CapturedAnswer {
  const value = JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>;
  const body = Buffer.from(JSON.stringify(change(value)));
  return withHeaders({ ...answer, body }, { 'content-length': String(body.length) });
}
