// What the section of studies asks of the lab: texts, what is wrong with them, and what is started.

import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { JobAsked, Jobs } from '../jobs/jobs.ts';
import { type Flags, wordsAmong } from '../server/flags.ts';
import { jsonBody } from '../server/json-body.ts';
import type {
  CheckedStudy,
  Point,
  ResumableRecord,
  StudiesFacts,
  StudyEdit,
  StudyText,
  TypedStudy,
} from './asked.ts';
import type { StudyShelf } from './study-shelf.ts';

/** What knows studies; each throws a UserError where what it is given cannot be. */
export interface StudyDesk {
  readonly browsers: readonly string[];
  /** JSON Schema of study files on this machine. */
  schema(): object;
  /** `measuring`: what is being measured, if anything is. */
  check(asked: TypedStudy, measuring: string | null): Promise<CheckedStudy>;
  /** The text with one value changed, everything else as it stands. */
  edited(asked: StudyEdit): string;
  plan(asked: TypedStudy, flags: Flags): JobAsked;
  run(asked: TypedStudy, flags: Flags): JobAsked;
  resumable(record: string): ResumableRecord;
  resume(record: string, flags: Flags): JobAsked;
  /** `measuring`: what is being measured, if anything is. */
  measurePoint(point: Point, flags: Flags, measuring: string | null): Promise<JobAsked>;
}

const MOST_BODY_BYTES = 4_000_000;

export function studyRoutes(shelf: StudyShelf, desk: StudyDesk, jobs: Jobs): Hono {
  const routes = new Hono();
  const onError = (context: Context) => context.json({ problem: 'this is too long for a study' }, 413);
  routes.use(bodyLimit({ maxSize: MOST_BODY_BYTES, onError }));
  routes.get('/', (context) => {
    const facts: StudiesFacts = { folder: shelf.folder, studies: shelf.list(), browsers: desk.browsers };
    return context.json(facts);
  });
  routes.get('/schema', (context) => context.json(desk.schema()));
  routes.get('/text/:id', (context) => context.json(shelf.read(context.req.param('id'))));
  routes.get('/record/:name', (context) => context.json(desk.resumable(context.req.param('name'))));
  routes.post('/check', async (context) =>
    context.json(await desk.check(await typedIn(context), jobs.measuring())),
  );
  routes.post('/edit', async (context) => {
    const { path, value } = await jsonBody<StudyEdit>(context);
    const typed = await typedIn(context);
    return context.json({ text: desk.edited({ ...typed, path: pathIn(path), value: value ?? null }) });
  });
  routes.post('/save', async (context) => {
    const { digest } = await jsonBody<StudyText>(context);
    const { id, text } = await typedIn(context);
    return context.json(shelf.save(id, text, typeof digest === 'string' ? digest : null));
  });
  const start = (path: string, job: (asked: Asked) => JobAsked | Promise<JobAsked>) =>
    routes.post(`/start/${path}`, async (context) => {
      const { id, text, flags, record, point } = await jsonBody<Asked>(context);
      const asked = {
        id: String(id),
        text: String(text),
        flags: wordsAmong(flags),
        record: String(record),
        point,
      };
      return context.json(jobs.start(await job(asked)));
    });
  start('plan', (asked) => desk.plan(asked, asked.flags));
  start('run', (asked) => desk.run(asked, asked.flags));
  start('resume', ({ record, flags }) => desk.resume(record, flags));
  start('point', ({ point, flags }) => desk.measurePoint(pointIn(point), flags, jobs.measuring()));
  return routes;
}

interface Asked extends TypedStudy {
  readonly flags: Flags;
  readonly record: string;
  readonly point: Partial<Point> | undefined;
}

async function typedIn(context: Parameters<typeof jsonBody>[0]): Promise<TypedStudy> {
  const { id, text } = await jsonBody<TypedStudy>(context);
  return { id: String(id), text: String(text) };
}

function pathIn(path: unknown): readonly (string | number)[] {
  const steps = Array.isArray(path) ? (path as unknown[]) : [];
  return steps.filter((step) => typeof step === 'string' || Number.isInteger(step)) as (string | number)[];
}

/** What is no number is NaN, and the desk refuses it. */
function pointIn(point: Partial<Point> | undefined): Point {
  const { record = '', group, mbits, rttMs, n } = point ?? {};
  return {
    record: String(record),
    group: Number(group),
    mbits: Number(mbits),
    rttMs: Number(rttMs),
    n: Number(n),
  };
}
