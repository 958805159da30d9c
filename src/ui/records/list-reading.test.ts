import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListReading } from './list-reading.ts';

/** Readings that go on until they are ended, each with whether it counted then. */
function bench() {
  const reading = new ListReading();
  const ends: (() => Promise<boolean>)[] = [];
  const read = (failure?: Error) =>
    reading.read(async (counts) => {
      const end = Promise.withResolvers<void>();
      const told = Promise.withResolvers<boolean>();
      ends.push(() => {
        end.resolve();
        return told.promise;
      });
      await end.promise;
      told.resolve(counts());
      if (failure !== undefined) throw failure;
    });
  return { reading, ends, read };
}

test('the reading that was begun last counts, whichever ends last, and of the others nobody hears', async () => {
  const { ends, read } = bench();
  const first = read(new Error('the lab is gone'));
  const second = read();
  assert.equal(await ends[1]!(), true);
  assert.equal(await ends[0]!(), false);
  await Promise.all([first, second]);
  assert.equal(ends.length, 2);
  const failed = read(new Error('the lab is gone'));
  void ends[2]!();
  await assert.rejects(failed, /gone/);
});

test('what was changed while a list was read does not come back as it was: it is read once more', async () => {
  const { reading, ends, read } = bench();
  const whole = read();
  reading.changed();
  assert.equal(await ends[0]!(), false);
  while (ends.length < 2) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(await ends[1]!(), true);
  await whole;
  reading.changed();
  assert.equal(ends.length, 2, 'nothing is being read');
});
