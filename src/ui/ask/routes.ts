// What the section Ask asks of the lab: data that it takes, and what is done with them, one after the other.

import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { UserError } from '../../base/errors.ts';
import type { JobAsked, Jobs } from '../jobs/jobs.ts';
import { type Flags, wordsAmong } from '../server/flags.ts';
import { jsonBody } from '../server/json-body.ts';
import {
  type AskFacts,
  aboutData,
  MOST_WHILE_MEASURED_BYTES,
  type PayloadAsked,
  type RoomAsked,
} from './asked.ts';
import type { Uploads } from './uploads.ts';

/** Where data are: a folder and a name in it, or an address. */
export interface Source {
  readonly dir: string | null;
  readonly name: string;
}

/** What is started for the page; each throws a UserError where its flags cannot be. */
export interface Asker {
  readonly facts: AskFacts;
  readonly verbs: Readonly<Record<string, (source: Source, flags: Flags) => JobAsked>>;
}

const MOST_BODY_BYTES = 100_000;

export function askRoutes(asker: Asker, uploads: Uploads, jobs: Jobs): Hono {
  const routes = new Hono();
  const dataOf = new Map<number, string>();
  /** A job that waits reads its data when its turn has come. */
  const isInUse = (upload: string) => {
    const areOver = jobs.areOver();
    for (const id of dataOf.keys()) if (areOver.get(id) !== false) dataOf.delete(id);
    return [...dataOf.values()].includes(upload);
  };
  routes.get('/', (context) => context.json(asker.facts));
  // Who is refused in the midst of sending is told nothing by his browser but that the connection broke.
  routes.post('/room', bodyLimit({ maxSize: MOST_BODY_BYTES }), async (context) => {
    const { name, bytes } = await jsonBody<RoomAsked>(context);
    requireRoom(String(name), Number(bytes), jobs.measuring());
    return context.json({});
  });
  routes.put('/payload/:name', async (context) => {
    const length = context.req.header('Content-Length');
    const announced = length === undefined ? null : Number(length);
    const given = context.req.param('name');
    requireRoom(given, announced, jobs.measuring());
    const { id, name, bytes } = await uploads.save(given, announced, context.req.raw.body, isInUse);
    return context.json({ upload: id, name, bytes });
  });
  routes.use('/start/*', bodyLimit({ maxSize: MOST_BODY_BYTES }));
  routes.post('/start/:verb', async (context) => {
    const verb = asker.verbs[context.req.param('verb')];
    if (verb === undefined) return context.json({ problem: 'the page starts nothing of that name' }, 404);
    const asked = await jsonBody<PayloadAsked>(context);
    const flags = wordsAmong(asked.flags);
    const job = verb(sourceOf(asked, uploads), flags);
    // Not another tab's: a tab that has other data meanwhile stops its own, and takes them from nobody.
    const key = job.key === undefined ? {} : { key: JSON.stringify([String(asked.tab ?? ''), job.key]) };
    const about = aboutData(job.kind, { ...asked, flags });
    const started = jobs.start({ ...job, ...key, about });
    if (asked.url === undefined) dataOf.set(started.id, asked.upload!);
    return context.json(started);
  });
  return routes;
}

/** To receive and keep so much takes a core for as long as some exchanges last. */
function requireRoom(name: string, announcedBytes: number | null, measuring: string | null): void {
  if (measuring === null || (announcedBytes ?? Number.POSITIVE_INFINITY) <= MOST_WHILE_MEASURED_BYTES) return;
  const what = `is too large to be taken while ${measuring} is measured, which it would disturb: wait or stop that, and give it again`;
  throw new UserError([{ file: name, path: '', what }]);
}

function sourceOf({ upload, url }: PayloadAsked, uploads: Uploads): Source {
  if (url === undefined) return uploads.get(upload);
  if (typeof url === 'string' && /^https?:\/\//.test(url)) return { dir: null, name: url };
  throw new UserError([
    { file: 'address', path: '', what: 'is no address: it begins with http:// or https://' },
  ]);
}
