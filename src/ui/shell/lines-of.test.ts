import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from './lines-of.ts';

const TEXT = 'one\r\ntwo: ä€😀\n\nthree\nno end';

test('lines are whole however their bytes are cut', async () => {
  const bytes = new TextEncoder().encode(TEXT);
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const lines = [];
    for await (const line of linesOf(body)) lines.push(line);
    assert.deepEqual(lines, ['one', 'two: ä€😀', '', 'three'], `by ${size}`);
  }
});

test('whoever has read enough lets the answer go', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('again\n')),
    cancel() {
      isCancelled = true;
    },
  });
  for await (const line of linesOf(body)) {
    assert.equal(line, 'again');
    break;
  }
  assert.ok(isCancelled);
});

test('an answer that breaks off says so', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error('broken off')),
  });
  await assert.rejects(linesOf(body).next(), /broken off/);
});
