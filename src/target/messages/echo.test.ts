// The WebSocket endpoint against frames made by hand (RFC 6455): what comes back, and with which code it
// closes.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { type LittleTarget, startLittle } from '../../../test/support/agents/little-message-client.ts';

let target: LittleTarget;
before(async () => {
  target = await startLittle();
});
after(() => target.close());

const [CONTINUED, TEXT, BINARY, CLOSE, PING, PONG] = [0, 1, 2, 8, 9, 10] as const;
const LAST = 0x80;

function frame(opcode: number, payload: string | Uint8Array = '', first = LAST): Buffer {
  const body = Buffer.from(payload as string);
  const mask = Buffer.from([1, 2, 3, 4]);
  const masked = body.map((byte, i) => byte ^ mask[i & 3]!);
  return Buffer.concat([Buffer.from([first | opcode, 0x80 | body.length]), mask, masked]);
}

function closing(code: number): Buffer {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return frame(CLOSE, payload);
}

const HELLO =
  `GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`.replace(/\r?\n/g, '\r\n');

/** `1 text`, …, `close 1000`: what the target sends until it closes. */
function answers(frames: readonly Buffer[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = connect(target.port, '127.0.0.1', () =>
      socket.write(Buffer.concat([Buffer.from(HELLO), ...frames])),
    );
    socket.on('data', (piece: Buffer) => pieces.push(piece)).on('error', reject);
    socket.on('end', () => {
      socket.destroy();
      const seen = Buffer.concat(pieces);
      const told: string[] = [];
      for (let at = seen.indexOf('\r\n\r\n') + 4; at < seen.length; ) {
        const opcode = seen[at]! & 15;
        const payload = seen.subarray(at + 2, at + 2 + seen[at + 1]!);
        told.push(opcode === CLOSE ? `close ${payload.readUInt16BE(0)}` : `${opcode} ${payload}`);
        at += 2 + payload.length;
      }
      resolve(told);
    });
  });
}

test('messages in fragments come back whole, with what is asked between them, text as text and binary as binary', async () => {
  const told = await answers([
    frame(TEXT, 'a', 0),
    frame(PING, 'p'),
    frame(CONTINUED, 'b'),
    frame(BINARY, 'c', 0),
    frame(CONTINUED, 'd', 0),
    frame(CONTINUED),
    frame(PONG, 'nobody asked'),
    closing(1000),
  ]);
  assert.deepEqual(told, [`${PONG} p`, `${TEXT} ab`, `${BINARY} cd`, 'close 1000']);
});

test('a message may come in very many fragments', async () => {
  const nothing = Array<Buffer>(20_000).fill(frame(CONTINUED, '', 0));
  const told = await answers([frame(TEXT, 'a', 0), ...nothing, frame(CONTINUED, 'b'), closing(1_000)]);
  assert.deepEqual(told, ['1 ab', 'close 1000']);
});

test('text that is no UTF-8 closes with 1007, in fragments too', async () => {
  for (const bytes of [[0x80], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]) {
    assert.deepEqual(await answers([frame(TEXT, Uint8Array.from(bytes))]), ['close 1007']);
    const [first, ...rest] = bytes;
    const cut = [frame(TEXT, Uint8Array.of(first!), 0), frame(CONTINUED, Uint8Array.from(rest))];
    assert.deepEqual(await answers(cut), ['close 1007']);
  }
});

test('frames that mean nothing close with 1002, codes that may be used are given back', async () => {
  const wrong = [
    frame(3),
    frame(11),
    frame(TEXT, 'x', LAST | 0x40),
    frame(PING, 'x', 0),
    frame(CONTINUED, 'x'),
  ];
  for (const one of wrong) assert.deepEqual(await answers([one]), ['close 1002']);
  for (const code of [999, 1004, 1005, 1006, 2999, 5000])
    assert.deepEqual(await answers([closing(code)]), ['close 1002']);
  for (const code of [1000, 1001, 1011, 3000, 4999])
    assert.deepEqual(await answers([closing(code)]), [`close ${code}`]);
});
