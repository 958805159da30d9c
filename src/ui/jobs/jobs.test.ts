import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { UserError } from '../../base/errors.ts';
import type { RunEvent } from '../../run/events.ts';
import { type JobContext, Jobs } from './jobs.ts';
import { isOpen } from './snapshot.ts';

const clock = { nowMs: () => 0, date: () => new Date(0) };

let jobs: Jobs;
beforeEach(() => {
  jobs = new Jobs(clock);
});

/** A job that goes on until it is let go, and tells whoever waits that it has begun. */
function held(title: string) {
  const begun = Promise.withResolvers<JobContext>();
  const end = Promise.withResolvers<unknown>();
  const asked = {
    kind: 'run',
    title,
    work: (context: JobContext) => {
      begun.resolve(context);
      context.stopped.addEventListener('abort', () => end.reject(context.stopped.reason));
      return end.promise;
    },
  };
  return { asked, begun: begun.promise, end };
}

/** Resolves when the job is in this state. */
function until(id: number, state: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (jobs.snapshot(id).state !== state) return;
      unfollow();
      resolve();
    };
    const unfollow = jobs.follow(look);
    look();
  });
}

test('one goes on at a time; the next waits, says for what, and goes on when that is done', async () => {
  const [first, second] = [held('the first'), held('the second')];
  const { id: one } = jobs.start(first.asked);
  await first.begun;
  const { id: two } = jobs.start(second.asked);
  assert.deepEqual([jobs.snapshot(one).state, jobs.snapshot(two).state], ['going', 'waiting']);
  assert.equal(jobs.snapshot(two).waitsFor, 'the first');
  assert.equal(jobs.measuring(), 'the first');
  first.end.resolve({ answer: 7 });
  await second.begun;
  assert.deepEqual([jobs.snapshot(one).state, jobs.snapshot(one).result], ['done', { answer: 7 }]);
  assert.equal(jobs.snapshot(two).waitsFor, null);
  second.end.resolve(null);
  await until(two, 'done');
  assert.equal(jobs.measuring(), null);
});

test('what goes wrong is told with its mistakes, and the next goes on', async () => {
  const [first, second] = [held('the first'), held('the second')];
  const { id } = jobs.start(first.asked);
  jobs.start(second.asked);
  first.end.reject(new UserError([{ file: 'a.json', path: '[3].b', what: 'is no number' }]));
  await second.begun;
  const { state, failure } = jobs.snapshot(id);
  assert.equal(state, 'failed');
  assert.deepEqual(failure!.problems, [{ file: 'a.json', path: '[3].b', what: 'is no number' }]);
});

test('what says itself that it did not work has failed, with its result and why', async () => {
  const { id } = jobs.start({
    kind: 'run',
    title: 'a run',
    async work(job) {
      job.failed({ problem: 'no browser' });
      return 'what there is';
    },
  });
  while (isOpen(jobs.snapshot(id))) await turn();
  const { state, result, failure } = jobs.snapshot(id);
  assert.deepEqual([state, result, failure], ['failed', 'what there is', { problem: 'no browser' }]);
});

test('of very many notes the last stay', async () => {
  const { id } = jobs.start({
    kind: 'run',
    title: 'a run',
    work: async ({ note }) => {
      for (let i = 1; i <= 250; i++) note(`${i}`);
    },
  });
  await until(id, 'done');
  const { notes } = jobs.snapshot(id);
  assert.deepEqual([notes.length, notes[0], notes.at(-1)], [200, '51', '250']);
});

test('whoever waits can be stopped without ever beginning, and who goes on is interrupted', async () => {
  const [first, second] = [held('the first'), held('the second')];
  const { id: one } = jobs.start(first.asked);
  const { id: two } = jobs.start(second.asked);
  await first.begun;
  jobs.stop(two);
  assert.equal(jobs.snapshot(two).state, 'stopped');
  jobs.stop(one);
  await until(one, 'stopped');
  assert.equal(jobs.snapshot(one).failure, null);
  assert.throws(() => jobs.stop(99), UserError);
});

test('a stopped run that still tells what it measured has its result', async () => {
  const begun = Promise.withResolvers<void>();
  const { id } = jobs.start({
    kind: 'run',
    title: 'a run',
    work: ({ stopped }) =>
      new Promise((resolve) => {
        begun.resolve();
        stopped.addEventListener('abort', () => resolve('what there is'));
      }),
  });
  await begun.promise;
  jobs.stop(id);
  await until(id, 'stopped');
  assert.equal(jobs.snapshot(id).result, 'what there is');
});

test('a question waits for its answer, and one that is stopped has none', async () => {
  const asked: (string | null)[] = [];
  const ask = {
    kind: 'ask',
    title: 'asks',
    work: async (job: JobContext) => void asked.push(await job.ask('Send it?')),
  };
  const { id: one } = jobs.start(ask);
  await new Promise<void>((resolve) => {
    const unfollow = jobs.follow(() => {
      if (jobs.snapshot(one).question === null) return;
      unfollow();
      resolve();
    });
  });
  assert.equal(jobs.snapshot(one).question, 'Send it?');
  jobs.answer(one, 'y');
  await until(one, 'done');
  const { id: two } = jobs.start(ask);
  await until(two, 'going');
  jobs.stop(two);
  await until(two, 'stopped');
  assert.deepEqual(asked, ['y', null]);
  assert.equal(jobs.snapshot(two).question, null);
});

test('nothing is being measured while a question waits for its answer, nor while a plan is made', async () => {
  const end = Promise.withResolvers<void>();
  const { id } = jobs.start({
    kind: 'advise',
    title: 'advice',
    async work(job) {
      await job.ask('Send it?');
      await end.promise;
    },
  });
  await until(id, 'going');
  assert.deepEqual([jobs.snapshot(id).question, jobs.measuring()], ['Send it?', null]);
  jobs.answer(id, 'y');
  assert.equal(jobs.measuring(), 'advice');
  end.resolve();
  await until(id, 'done');
  const plan = held('a plan');
  jobs.start({ ...plan.asked, kind: 'plan' });
  await plan.begun;
  assert.equal(jobs.measuring(), null);
  plan.end.resolve(null);
});

test('nothing is being measured while a session waits for another device, and none that came measures', async () => {
  const phone = held('a run');
  jobs.start(phone.asked);
  const { progress } = await phone.begun;
  const tell = (event: object) => progress.event(event as RunEvent);
  tell({ kind: 'outside-wanted', url: 'https://192.0.2.7:1/', trust: null });
  assert.equal(jobs.measuring(), null);
  tell({ kind: 'agent-registered', agent: { engine: 'firefox', userAgent: 'phone', device: 'one' } });
  assert.equal(jobs.measuring(), 'a run');
  tell({ kind: 'outside-wanted', url: 'https://192.0.2.7:1/', trust: null });
  assert.equal(jobs.measuring(), 'a run', 'of two sessions at once one goes on');
  tell({ kind: 'session-ended', facts: { status: 'complete' } });
  assert.equal(jobs.measuring(), null);
  phone.end.resolve(null);
});

test('what is measured begins when a report is made that was begun before it, and can be stopped until then', async () => {
  const report = Promise.withResolvers<string>();
  const made = jobs.beside(() => report.promise);
  const [first, second, plan] = [held('the first'), held('the second'), held('a plan')];
  const { id: one } = jobs.start(first.asked);
  let hasBegun = false;
  void first.begun.then(() => {
    hasBegun = true;
  });
  await turn();
  assert.equal(jobs.measuring(), 'the first', 'so that no other report is begun');
  const { state, waitsFor } = jobs.snapshot(one);
  assert.deepEqual([state, waitsFor], ['waiting', 'a report or comparison that is being made']);
  jobs.stop(one);
  const { id: two } = jobs.start(second.asked);
  await turn();
  assert.ok(!hasBegun);
  report.resolve('it');
  assert.equal(await made, 'it');
  await second.begun;
  assert.deepEqual([hasBegun, jobs.snapshot(one).state], [false, 'stopped']);
  second.end.resolve(null);
  await until(two, 'done');
  // Nothing is measured by a plan.
  void jobs.beside(() => new Promise(() => {}));
  jobs.start({ ...plan.asked, kind: 'plan' });
  await plan.begun;
  plan.end.resolve(null);
});

test('what waited for an answer or for a device goes on when a report is made that was begun meanwhile', async () => {
  const told: string[] = [];
  const phone = Promise.withResolvers<void>();
  const { id } = jobs.start({
    kind: 'run',
    title: 'a run',
    async work(job) {
      told.push(String(await job.ask('Send it?')));
      await phone.promise;
      await job.untilQuiet();
      told.push('a session begins');
    },
  });
  while (jobs.snapshot(id).question === null) await turn();
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const made = jobs.beside(() => one.promise);
  jobs.answer(id, 'y');
  await turn();
  assert.deepEqual(told, []);
  one.resolve();
  await made;
  while (told.length === 0) await turn();
  // One that fails is over too.
  const failed = jobs.beside(() => two.promise);
  phone.resolve();
  await turn();
  assert.deepEqual(told, ['y']);
  two.reject(new Error('the disk is full'));
  await assert.rejects(failed, /full/);
  await until(id, 'done');
  assert.deepEqual(told, ['y', 'a session begins']);
});

test('beside the address of a run that waits for a device stand the other ones of this machine', async () => {
  jobs = new Jobs(clock, () => ['192.0.2.7', '10.0.0.2']);
  const phone = held('a run');
  const { id } = jobs.start(phone.asked);
  const { progress } = await phone.begun;
  assert.equal(jobs.snapshot(id).outside, null);
  progress.event({ kind: 'outside-wanted', url: 'https://192.0.2.7:1/#key=k', trust: null });
  assert.deepEqual(jobs.snapshot(id).outside!.others, ['10.0.0.2']);
  phone.end.resolve(null);
});

test('too many that wait are refused, and those that are over make room', async () => {
  const first = held('the first');
  jobs.start(first.asked);
  await first.begun;
  for (let i = 0; i < 10; i++) jobs.start(held(`${i}`).asked);
  assert.throws(() => jobs.start(held('too many').asked), /10 others wait already/);
});

test('what is over is not told again when others begin and end', async () => {
  const one = jobs.start({ kind: 'one', title: 'one', work: async () => 'a long result' });
  await until(one.id, 'done');
  const told: number[] = [];
  jobs.follow((id) => told.push(id));
  const two = jobs.start({ kind: 'one', title: 'two', work: async () => null });
  const three = jobs.start({ kind: 'one', title: 'three', work: async () => null });
  await until(three.id, 'done');
  assert.ok(!told.includes(one.id));
  assert.ok(told.includes(two.id) && told.includes(three.id));
});

test('what is of use for a moment drives no run out, however often it is done', async () => {
  const done = async (title: string, isPassing: boolean) => {
    const { id } = jobs.start({ kind: 'one', title, isPassing, work: async () => title });
    await until(id, 'done');
  };
  const titles = () => jobs.snapshots().map(({ title }) => title);
  await done('advice', false);
  for (let i = 1; i <= 30; i++) await done(`messages ${i}`, true);
  assert.deepEqual(titles(), ['advice', ...Array.from({ length: 20 }, (_, i) => `messages ${i + 11}`)]);
  for (let i = 1; i <= 20; i++) await done(`run ${i}`, false);
  assert.deepEqual(titles().slice(-21), [
    'messages 30',
    ...Array.from({ length: 20 }, (_, i) => `run ${i + 1}`),
  ]);
});

test('what goes on is never forgotten, whatever else was asked for since', async () => {
  const first = held('the first');
  const { id } = jobs.start(first.asked);
  await first.begun;
  for (let i = 0; i < 30; i++) jobs.stop(jobs.start(held(`${i}`).asked).id);
  assert.equal(jobs.snapshot(id).state, 'going');
  assert.equal(jobs.snapshots().length, 21);
});

test('what is asked for again while it waits or goes on is not done twice', async () => {
  const first = held('a run');
  jobs.start(first.asked);
  await first.begun;
  const sizes = (key: string) => jobs.start({ ...held('sizes').asked, key }).id;
  const one = sizes('of orders');
  for (let i = 0; i < 20; i++) assert.equal(sizes('of orders'), one);
  const other = sizes('of orders, data.items');
  assert.notEqual(other, one);
  jobs.stop(one);
  assert.notEqual(sizes('of orders'), one, 'what was stopped tells nothing');
});

test('closing stops all and waits until what went on has cleaned up', async () => {
  let cleaned = false;
  const begun = Promise.withResolvers<void>();
  jobs.start({
    kind: 'run',
    title: 'a run',
    work: async ({ stopped }) => {
      begun.resolve();
      await new Promise<void>((resolve) => stopped.addEventListener('abort', () => setImmediate(resolve)));
      cleaned = true;
    },
  });
  const { id } = jobs.start(held('never').asked);
  await begun.promise;
  await jobs.close();
  assert.ok(cleaned);
  assert.equal(jobs.snapshot(id).state, 'stopped');
});

test('who asks after it was stopped has no answer, and what then fails is told', async () => {
  const begun = Promise.withResolvers<JobContext>();
  const goOn = Promise.withResolvers<void>();
  const { id } = jobs.start({
    kind: 'ask',
    title: 'asks late',
    work: async (job) => {
      begun.resolve(job);
      await goOn.promise;
      assert.equal(await job.ask('Send it?'), null);
      throw new Error('the report could not be written');
    },
  });
  await begun.promise;
  jobs.stop(id);
  goOn.resolve();
  await until(id, 'stopped');
  assert.deepEqual(jobs.snapshot(id).notes, ['the report could not be written']);
});
