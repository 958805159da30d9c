import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Hono } from 'hono';
import { UserError } from '../../base/errors.ts';
import { Jobs } from '../jobs/jobs.ts';
import type { Flags } from '../server/flags.ts';
import { answerFailure } from '../server/say-failure.ts';
import type { CheckedStudy, Point, StudyEdit } from './asked.ts';
import { type StudyDesk, studyRoutes } from './routes.ts';
import { StudyShelf } from './study-shelf.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-study-routes-'));
after(() => rmSync(dir, { recursive: true }));

/** Keeps what it was asked. */
const asked: unknown[] = [];
const keep = (...all: unknown[]) => {
  asked.push(all);
  return { kind: 'run', title: 'a run', work: async () => null };
};
const desk: StudyDesk = {
  browsers: ['chromium'],
  schema: () => ({}),
  check: async (typed, measuring) => {
    asked.push([typed, measuring]);
    return { value: null, problems: [], unread: [], waitsFor: measuring };
  },
  edited: (edit: StudyEdit) => {
    asked.push(edit);
    return 'edited';
  },
  plan: keep,
  run: keep,
  resumable: () => {
    throw new UserError([{ file: 'x', path: '', what: 'is no record' }]);
  },
  resume: (record: string, flags: Flags) => keep(record, flags),
  measurePoint: async (...all: [Point, Flags, string | null]) => keep(...all),
};
const jobs = new Jobs({ nowMs: () => 0, date: () => new Date(0) });
const routes = studyRoutes(new StudyShelf(dir, dir), desk, jobs);

// Failures as the server tells them.
const app = new Hono();
app.route('/', routes);
app.onError((thrown, context) => answerFailure(context, thrown));

async function post(path: string, body: unknown): Promise<Response> {
  asked.length = 0;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return app.request(path, { method: 'POST', body: text });
}

test('what a page sends comes as texts, words, switches and numbers, whatever it sent', async () => {
  await post('/start/run', {
    id: 7,
    text: null,
    flags: { quick: true, browser: 'node', only: ['x'], n: 1, yes: '' },
  });
  assert.deepEqual(asked, [
    [
      {
        id: '7',
        text: 'null',
        flags: { quick: true, browser: 'node' },
        record: 'undefined',
        point: undefined,
      },
      { quick: true, browser: 'node' },
    ],
  ]);
  await post('/start/point', { point: { record: 'r', mbits: '10', n: {} } });
  const [[point]] = asked as [[unknown]];
  assert.deepEqual(point, { record: 'r', group: Number.NaN, mbits: 10, rttMs: Number.NaN, n: Number.NaN });
  await post('/edit', { id: 'a', text: 'b', path: ['x', 0, {}, null, 1.5] });
  assert.deepEqual(asked, [{ id: 'a', text: 'b', path: ['x', 0], value: null }]);
});

test('a study is looked at whole while a run asks something, and not while it measures', async () => {
  const end = Promise.withResolvers<void>();
  const { id } = jobs.start({
    kind: 'run',
    title: 'a run',
    async work(job) {
      await job.ask('Send it?');
      await end.promise;
    },
  });
  while (jobs.snapshot(id).question === null) await turn();
  const check = async () =>
    ((await (await post('/check', { id: 'a', text: 'b' })).json()) as CheckedStudy).waitsFor;
  assert.equal(await check(), null);
  jobs.answer(id, 'y');
  assert.equal(await check(), 'a run');
  await post('/start/point', { point: { record: 'r' } });
  assert.equal((asked as [unknown[]])[0][2], 'a run');
  end.resolve();
});

test('texts that are no requests and those that are far too long are refused, and nothing is written', async () => {
  for (const body of ['', 'null', '[1', '"x"']) assert.equal((await post('/save', body)).status, 400);
  const huge = await post('/check', { id: 'a.yaml', text: 'x'.repeat(5_000_000) });
  assert.equal(huge.status, 413);
  assert.equal((await post('/save', { id: '../a.yaml', text: 'x' })).status, 400);
  assert.deepEqual(readdirSync(dir), []);
});
