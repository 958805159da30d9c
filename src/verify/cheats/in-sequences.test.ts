// Targets that say what is not so of sequences, or answer otherwise than they must: each is caught by its
// check.

import { type Cheat, withHeaders } from '../../../test/support/targets/cheating-target.ts';
import {
  answering,
  asking,
  messageCheats,
  otherMessages,
  sending,
  withBody,
} from '../../../test/support/targets/message-cheats.ts';
import type { Clock } from '../../base/clock.ts';
import type { PreparedMessages } from '../../target/messages/prepared.ts';
import type { Sequence } from '../../target/messages/sequence.ts';

const clock: Clock = { nowMs: () => performance.now(), date: () => new Date() };
const { caught } = messageCheats(clock);

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
  /it sent [\d.]+ MB that the client did not read/,
);

caught(
  'message-backpressure',
  'reading on where nothing can be sent back',
  () => ({ sequence: (sequence) => Object.defineProperty(sequence, 'isFull', { value: false }) }),
  /it took [\d.]+ MB while nothing was read/,
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
