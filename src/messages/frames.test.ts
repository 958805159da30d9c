import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameReader, LENGTH_BYTES, writeLength } from './frames.ts';

function framed(...messages: readonly number[][]): Uint8Array {
  const frames = messages.map((message) => {
    const frame = new Uint8Array(LENGTH_BYTES + message.length);
    writeLength(frame, message.length);
    frame.set(message, LENGTH_BYTES);
    return frame;
  });
  return Uint8Array.from(frames.flatMap((frame) => [...frame]));
}

function reader(largestBytes = 1_000): { reader: FrameReader; messages: number[][] } {
  const messages: number[][] = [];
  return { reader: new FrameReader(largestBytes, (message) => messages.push([...message])), messages };
}

const MESSAGES = [[], [1], [2, 3, 4], [], [], [5, 6, 7, 8, 9, 10], []];

test('frames cut in two at every place come out whole, empty ones too', () => {
  const bytes = framed(...MESSAGES);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const { reader: frames, messages } = reader();
    frames.push(bytes.subarray(0, cut));
    frames.push(bytes.subarray(cut));
    assert.deepEqual(messages, MESSAGES, `cut at ${cut}`);
    assert.equal(frames.isBetweenMessages, true);
  }
});

test('frames that come byte by byte, or three by three, come out whole', () => {
  const bytes = framed(...MESSAGES);
  for (const step of [1, 3]) {
    const { reader: frames, messages } = reader();
    for (let at = 0; at < bytes.length; at += step) frames.push(bytes.slice(at, at + step));
    assert.deepEqual(messages, MESSAGES);
  }
});

test('a message is told as soon as its last byte is there, and a piece of one is no message', () => {
  const { reader: frames, messages } = reader();
  frames.push(framed([1, 2, 3]).subarray(0, 6));
  assert.deepEqual(messages, []);
  assert.equal(frames.isBetweenMessages, false);
  frames.push(Uint8Array.of(3));
  assert.deepEqual(messages, [[1, 2, 3]]);
  frames.push(framed([]));
  assert.deepEqual(messages, [[1, 2, 3], []]);
});

test('a message that came in pieces does not change with the pieces', () => {
  const kept: Uint8Array[] = [];
  const frames = new FrameReader(10, (message) => kept.push(message));
  const piece = framed([1, 2, 3]).slice(0, 6);
  frames.push(piece);
  piece.fill(0);
  frames.push(Uint8Array.of(3));
  assert.deepEqual([...kept[0]!], [1, 2, 3]);
});

test('lengths of four bytes are read as they were written, and one beyond what is taken is an error', () => {
  for (const length of [1, 255, 256, 65_536, 16_777_216, 0x8000_0000, 0xffff_ffff]) {
    const bytes = new Uint8Array(LENGTH_BYTES);
    writeLength(bytes, length);
    const { reader: frames } = reader(0);
    assert.throws(() => frames.push(Uint8Array.of(...bytes, 0)), new RegExp(`a message of ${length} bytes`));
  }
});
