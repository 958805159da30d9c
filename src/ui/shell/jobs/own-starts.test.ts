import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobSnapshot } from '../../jobs/snapshot.ts';
import { OwnStarts } from './own-starts.ts';

const job = (id: number, state: string) => ({ id, state }) as JobSnapshot;

function bench() {
  const owned: string[] = [];
  const answers: PromiseWithResolvers<JobSnapshot>[] = [];
  const starts = new OwnStarts(
    ({ id, state }) => void owned.push(`${id} ${state}`),
    () => {
      answers.push(Promise.withResolvers());
      return answers.at(-1)!.promise;
    },
  );
  return { owned, answers, starts };
}

test('what was over before its start was answered is known as that, of several at once too', async () => {
  const { owned, answers, starts } = bench();
  const both = [starts.start('one', {}), starts.start('other', {})];
  starts.hear(job(1, 'done'));
  starts.hear(job(2, 'failed'));
  answers[0]!.resolve(job(1, 'waiting'));
  await both[0];
  answers[1]!.resolve(job(2, 'waiting'));
  await both[1];
  assert.deepEqual(owned, ['1 done', '2 failed']);
});

test('of what others start nothing is kept but while a start is on its way', async () => {
  const { owned, answers, starts } = bench();
  starts.hear(job(1, 'done'));
  const started = starts.start('one', {});
  answers[0]!.resolve(job(1, 'waiting'));
  await started;
  const refused = starts.start('one', {});
  starts.hear(job(2, 'done'));
  answers[1]!.reject(new Error('refused'));
  await assert.rejects(refused, /refused/);
  const again = starts.start('one', {});
  answers[2]!.resolve(job(2, 'waiting'));
  await again;
  assert.deepEqual(owned, ['1 waiting', '2 waiting']);
});
