import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { parseHTML } from 'linkedom';
import { tellFailure } from './failure.ts';
import type { JobFollower } from './jobs/follow-jobs.ts';
import { runSection } from './section.ts';

/** A section that begins as `begin` does, each time; the lab is what a test says of it. */
async function bench(begin: (document: Document, times: number) => Promise<void>) {
  const { document } = parseHTML('<main id="main" aria-busy="true"></main><p id="failure" hidden></p>');
  const followers: JobFollower[] = [];
  let times = 0;
  void runSection(
    document,
    { begin: () => begin(document, ++times), job: () => {} },
    async (follower) => void followers.push(follower),
  );
  await turn();
  return {
    isBusy: () => document.getElementById('main')!.getAttribute('aria-busy'),
    told: () => {
      const place = document.getElementById('failure')!;
      return place.hasAttribute('hidden') ? '' : place.textContent;
    },
    times: () => times,
    follower: followers[0]!,
  };
}

test('a lab that refuses at first is followed all the same, and asked again when it answers', async () => {
  const { isBusy, told, times, follower } = await bench(async (_, asked) => {
    if (asked < 3) throw new Error(`refused ${asked}`);
  });
  assert.deepEqual([isBusy(), told()], ['false', 'refused 1']);
  follower.trouble(new Error('gone'));
  assert.equal(told(), 'gone');
  follower.trouble(null);
  await turn();
  assert.equal(told(), 'refused 2');
  follower.trouble(null);
  await turn();
  assert.deepEqual([told(), times()], ['', 3]);
  follower.trouble(null);
  await turn();
  assert.equal(times(), 3, 'once it has begun it does not begin again');
});

test('what a section told stays when the lab answers, and what the lab’s end told goes when it is back', async () => {
  const { told, follower } = await bench(async (document) =>
    tellFailure(document, new Error('no such study')),
  );
  follower.trouble(null);
  assert.equal(told(), 'no such study');
  follower.trouble(new Error('gone'));
  follower.trouble(null);
  assert.equal(told(), '');
});
