import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Hono } from 'hono';
import { type JobContext, Jobs } from '../jobs/jobs.ts';
import { isOpen, type JobSnapshot } from '../jobs/snapshot.ts';
import { answerFailure } from '../server/say-failure.ts';
import { type AskFacts, aboutData, type PayloadAsked } from './asked.ts';
import { type Asker, askRoutes, type Source } from './routes.ts';
import { Uploads } from './uploads.ts';

const temp = mkdtempSync(join(tmpdir(), 'wirefare-ask-routes-'));
after(() => rmSync(temp, { recursive: true }));

const started = (kind: string) => (source: Source) => ({
  ...{ kind, title: `${kind} of ${source.name}` },
  work: async () => null,
});
/** Goes on until it is stopped. */
const sizes = ({ name }: Source) => ({
  ...{ kind: 'sizes', title: `sizes of ${name}`, key: name },
  work: ({ stopped }: JobContext) =>
    new Promise((resolve) => stopped.addEventListener('abort', () => resolve(null))),
});
const asker: Asker = {
  facts: {} as AskFacts,
  verbs: { advise: started('advise'), measure: started('measure'), sizes },
};

const starter = (routes: Hono) => async (verb: string, asked: PayloadAsked) => {
  const body = JSON.stringify(asked);
  return (await (await routes.request(`/start/${verb}`, { method: 'POST', body })).json()) as JobSnapshot;
};

test('what is started says which data it is about, in the words of the page that gave them', async () => {
  const jobs = new Jobs({ nowMs: () => 0, date: () => new Date(0) });
  const uploads = new Uploads(() => temp);
  const routes = askRoutes(asker, uploads, jobs);
  const put = await routes.request('/payload/orders.json', { method: 'PUT', body: '[1]' });
  const { upload } = (await put.json()) as { upload: string };
  const start = starter(routes);
  const flags = { path: ' data.items', from: '', answers: '', network: '4g' };
  const advised = await start('advise', { upload, flags });
  assert.equal(advised.about, aboutData('advise', { upload, flags: { path: 'data.items' } }));
  assert.equal(jobs.snapshot(advised.id).about, advised.about, 'whoever comes late is told too');
  assert.notEqual(advised.about, aboutData('advise', { upload, flags: {} }), 'another part of them');
  const url = 'https://a.example/';
  const measured = await start('measure', { url, flags });
  assert.equal(measured.about, aboutData('measure', { url, flags: {} }), 'an address is measured whole');
  await jobs.close();
  uploads.remove();
});

test('a tab that asks twice has its sizes once, and those of another tab are its own', async () => {
  const jobs = new Jobs({ nowMs: () => 0, date: () => new Date(0) });
  const start = starter(askRoutes(asker, new Uploads(() => temp), jobs));
  const url = 'https://a.example/';
  const one = await start('sizes', { url, tab: 'one', flags: {} });
  const other = await start('sizes', { url, tab: 'other', flags: {} });
  assert.notEqual(other.id, one.id);
  assert.equal((await start('sizes', { url, tab: 'one', flags: {} })).id, one.id);
  jobs.stop(one.id);
  assert.ok(isOpen(jobs.snapshot(other.id)), 'the other tab waits for its own');
  await jobs.close();
});

test('data that a job waits to read stay, however many come since', async () => {
  const jobs = new Jobs({ nowMs: () => 0, date: () => new Date(0) });
  const uploads = new Uploads(() => temp);
  const routes = askRoutes(asker, uploads, jobs);
  const start = starter(routes);
  const dropped = async () => {
    const put = await routes.request('/payload/orders.json', { method: 'PUT', body: '[1]' });
    return ((await put.json()) as { upload: string }).upload;
  };
  await start('sizes', { url: 'https://a.example/', flags: {} });
  const [waitedFor, other] = [await dropped(), await dropped()];
  const { id } = await start('advise', { upload: waitedFor, flags: {} });
  for (let i = 0; i < 20; i++) await dropped();
  assert.equal(uploads.get(waitedFor).id, waitedFor);
  assert.throws(() => uploads.get(other), /is no longer here/);
  jobs.stop(id);
  await dropped();
  assert.throws(() => uploads.get(waitedFor), /is no longer here/);
  await jobs.close();
  uploads.remove();
});

test('while something is measured, large data are refused with why, and small ones wait for their turn', async () => {
  const jobs = new Jobs({ nowMs: () => 0, date: () => new Date(0) });
  const uploads = new Uploads(() => temp);
  const routes = askRoutes(asker, uploads, jobs);
  routes.onError((thrown, context) => answerFailure(context, thrown));
  const put = (length: number | null) =>
    routes.request('/payload/orders.json', {
      ...{ method: 'PUT', body: '[1]' },
      headers: length === null ? {} : { 'Content-Length': String(length) },
    });
  assert.equal((await put(50_000_000)).status, 200, 'nothing is measured');
  const { id } = jobs.start({ ...sizes({ dir: null, name: 'a run' }), kind: 'run', title: 'a run' });
  while (jobs.measuring() === null) await new Promise((resolve) => setImmediate(resolve));
  for (const length of [50_000_000, null]) {
    const refused = await put(length);
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /orders\.json: is too large to be taken while a run is measured/);
  }
  assert.equal((await put(1_000_000)).status, 200);
  const room = async (bytes: number) => {
    const body = JSON.stringify({ name: 'orders.json', bytes });
    return (await routes.request('/room', { method: 'POST', body })).status;
  };
  assert.deepEqual([await room(50_000_000), await room(1_000_000)], [400, 200], 'before it is sent, too');
  jobs.stop(id);
  await jobs.close();
  assert.equal((await put(50_000_000)).status, 200);
  uploads.remove();
});
