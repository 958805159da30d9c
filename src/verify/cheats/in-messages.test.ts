// Targets that cheat with the messages they send, or are broken there: each is caught, and by the check that
// is there for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FEW, startCheating } from '../../../test/support/targets/cheating-target.ts';
import {
  answering,
  asking,
  messageCheats,
  otherMessages,
  sending,
  withBody,
} from '../../../test/support/targets/message-cheats.ts';
import type { Clock } from '../../base/clock.ts';
import { seededRandom } from '../../base/random.ts';
import { randomMessages } from '../../messages/content.ts';
import { sayReport } from '../report.ts';
import { MESSAGE_CHECKS } from '../suite.ts';
import { verifyTarget } from '../verify.ts';

const clock: Clock = { nowMs: () => performance.now(), date: () => new Date() };
const { verified, caught } = messageCheats(clock);

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
