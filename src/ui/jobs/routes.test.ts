import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { RunEvent } from '../../run/events.ts';
import { readEvents, untilSilent } from '../shell/jobs/follow-jobs.ts';
import { type JobContext, Jobs } from './jobs.ts';
import { jobRoutes } from './routes.ts';
import type { JobSnapshot } from './snapshot.ts';

const clock = { nowMs: () => 0, date: () => new Date(0) };

test('whoever comes late is told everything at once, and then what changes', async () => {
  const jobs = new Jobs(clock);
  const end = Promise.withResolvers<string>();
  jobs.start({ kind: 'one', title: 'one', work: () => end.promise });
  const leaving = new AbortController();
  const response = await jobRoutes(jobs).request('/events', { signal: leaving.signal });
  assert.match(response.headers.get('Content-Type')!, /^text\/event-stream/);
  const events = readEvents(response.body!);
  const next = async () => (await events.next()).value!;
  assert.equal((await next()).event, 'hello');
  const job = async (): Promise<JobSnapshot> => JSON.parse((await next()).data);
  assert.equal((await job()).state, 'going');
  end.resolve('an answer');
  const over = await job();
  assert.deepEqual([over.state, over.result], ['done', 'an answer']);
  leaving.abort();
  await events.return(undefined);
});

test('whoever comes back is told nothing of what it has seen the end of, but that it is known', async () => {
  const jobs = new Jobs(clock);
  const done = (title: string) => jobs.start({ kind: 'one', title, work: async () => title }).id;
  const [seen, missed] = [done('seen'), done('missed')];
  while (jobs.snapshot(missed).state !== 'done') await turn();
  const end = Promise.withResolvers<void>();
  const { id: going } = jobs.start({ kind: 'one', title: 'going', work: () => end.promise });
  // What goes on may have changed since.
  const response = await jobRoutes(jobs).request(`/events?has=${seen},${going}`);
  const events = readEvents(response.body!);
  const next = async () => JSON.parse((await events.next()).value!.data);
  assert.deepEqual((await next()).known, [seen, missed, going]);
  assert.deepEqual([(await next()).id, (await next()).id], [missed, going]);
  end.resolve();
  assert.equal((await next()).id, going, 'and of its end no more than that');
  await events.return(undefined);
});

test('whoever follows is known as the browser that it is', async () => {
  const jobs = new Jobs(clock);
  const from = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
  const headers = { 'User-Agent': 'Firefox' };
  const response = await jobRoutes(jobs).request('/events', { headers }, from);
  const events = readEvents(response.body!);
  await events.next();
  assert.equal(jobs.watching.has({ address: '127.0.0.1', userAgent: 'Firefox' }), true);
  assert.equal(jobs.watching.has({ address: '127.0.0.1', userAgent: 'Chrome' }), false);
  await events.return(undefined);
});

test('many changes in a row are one event: watching costs next to nothing', async () => {
  const jobs = new Jobs(clock);
  const end = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<() => void>();
  jobs.start({
    kind: 'one',
    title: 'one',
    work: async ({ changed, note }) => {
      begun.resolve(() => {
        for (let i = 0; i < 5_000; i++) changed();
        note('the last');
      });
      await end.promise;
    },
  });
  const response = await jobRoutes(jobs).request('/events');
  const events = readEvents(response.body!);
  await events.next();
  await events.next();
  (await begun.promise)();
  const { notes } = JSON.parse((await events.next()).value!.data) as JobSnapshot;
  assert.deepEqual(notes, ['the last']);
  end.resolve();
  const { state } = JSON.parse((await events.next()).value!.data) as JobSnapshot;
  assert.equal(state, 'done');
  await events.return(undefined);
});

test('within a session a page is told every five seconds, of its end at once', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const pass = async (ms: number) => {
    for (let i = 0; i < 20; i++) await turn();
    mock.timers.tick(ms);
    for (let i = 0; i < 20; i++) await turn();
  };
  const jobs = new Jobs(clock);
  const begun = Promise.withResolvers<JobContext>();
  const end = Promise.withResolvers<void>();
  const { id } = jobs.start({
    kind: 'one',
    title: 'one',
    work: async (context) => {
      begun.resolve(context);
      await end.promise;
    },
  });
  const { progress, changed } = await begun.promise;
  const tell = (event: object) => {
    progress.event(event as RunEvent);
    changed();
  };
  const events = readEvents((await jobRoutes(jobs).request('/events')).body!);
  const told: string[] = [];
  const reading = (async () => {
    for await (const { event, data } of events) {
      if (event !== 'job') continue;
      const job = JSON.parse(data) as JobSnapshot;
      told.push(job.state === 'going' ? job.progress.doing : job.state);
      if (job.state !== 'going') return;
    }
  })();
  await pass(250);
  assert.equal(told.length, 1);
  tell({ kind: 'cells-checked', cells: 2, dropped: 0 });
  for (let i = 0; i < 4; i++) {
    await pass(1_000);
    tell({ kind: 'samples', planned: { browser: 'firefox' }, spentMs: i, exchanges: i });
  }
  assert.equal(told.length, 1, 'nothing for four seconds');
  await pass(1_000);
  assert.deepEqual(told.slice(1), ['in firefox']);
  await pass(250);
  tell({ kind: 'samples', planned: { browser: 'firefox' }, spentMs: 9, exchanges: 9 });
  await pass(0);
  assert.equal(told.length, 2);
  tell({ kind: 'session-ended', facts: { status: 'complete' } });
  await pass(0);
  assert.deepEqual(told.slice(2), ['session done']);
  await pass(250);
  tell({ kind: 'cells-checked', cells: 2, dropped: 0 });
  await pass(1_000);
  jobs.stop(id);
  await pass(0);
  assert.equal(told.length, 4, 'a stop is no matter that waits');
  end.resolve();
  await pass(250);
  assert.equal(told.at(-1), 'stopped');
  await reading;
});

test('events are read however they are cut', async () => {
  const text = 'event: job\r\ndata: {"a":\ndata: 1}\n\n: a comment\nevent: alive\ndata: {}\n\n';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 3, 7, bytes.length]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const events = [];
    for await (const event of readEvents(body)) events.push(event);
    assert.deepEqual(events, [
      { event: 'job', data: '{"a":\n1}' },
      { event: 'alive', data: '{}' },
    ]);
  }
});

test('a connection that says nothing any more is given up, and one that ends is over', async () => {
  async function* events(last: Promise<void>) {
    yield 'hello';
    yield 'job';
    await last;
  }
  const seen: string[] = [];
  const silent = async () => {
    for await (const event of untilSilent(events(new Promise(() => {})), 20)) seen.push(event);
  };
  await assert.rejects(silent(), /does not answer/);
  for await (const event of untilSilent(events(Promise.resolve()), 60_000)) seen.push(event);
  assert.deepEqual(seen, ['hello', 'job', 'hello', 'job']);
});
