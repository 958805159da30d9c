import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Keeper } from './keeper.ts';

function text(message: unknown): string {
  return typeof message === 'string' ? message : Buffer.from(message as Uint8Array).toString('latin1');
}

function emptied(keeper: Keeper): string[] {
  const all: string[] = [];
  keeper.empty((bytes, from, to) => all.push(text(bytes.subarray(from, to))));
  return all;
}

test('messages short and long, bytes and text, come back in the order in which they were kept, twice over', () => {
  const keeper = new Keeper();
  const messages = Array.from({ length: 3_000 }, (_, i) => {
    const content = `${i} `.padEnd(i % 7 === 0 ? 5_000 : (i * 37) % 4_000, 'x');
    return i % 5 === 0 ? content : Buffer.from(content);
  });
  for (let round = 0; round < 2; round++) {
    for (const message of messages) keeper.keep(message);
    assert.deepEqual(emptied(keeper), messages.map(text));
    assert.deepEqual(emptied(keeper), []);
  }
});

test('a short message may be changed once it is kept', () => {
  const keeper = new Keeper();
  const message = Buffer.from('abc');
  keeper.keep(message);
  message.fill('x');
  assert.deepEqual(emptied(keeper), ['abc']);
});
