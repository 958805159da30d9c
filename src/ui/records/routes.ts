// What the section of records asks of the lab, and the documents that it opens.

import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { stream } from 'hono/streaming';
import type { StreamingApi } from 'hono/utils/stream';
import type { Clock } from '../../base/clock.ts';
import { UserError } from '../../base/errors.ts';
import { FILES } from '../../record/record-writer.ts';
import { compressedPieces } from '../server/compressed-pieces.ts';
import { documentHeaders, pagePolicy } from '../server/guard.ts';
import { jsonBody } from '../server/json-body.ts';
import { MadeAddresses } from '../server/made-addresses.ts';
import { type Failure, failureFrom, refusalPage, statusOf } from '../server/say-failure.ts';
import { documentInWordsOfPage } from '../server/words-of-page.ts';
import type { ListedRecord, ListFailure, ShelfFacts } from './listed-record.ts';
import { isSummaryOutdated, type Shelf } from './shelf.ts';
import { checkTags } from './tags.ts';

/** What makes documents of records; it takes seconds of this process. */
export interface DocumentMaker {
  /** Writes report and summary into the record's folder. */
  remakeReport(dir: string): Promise<void>;
  /** Text of the page that holds these records against the first of them. */
  compare(dirs: readonly string[]): Promise<string>;
  /** Something is being measured, which that would disturb: its name; null: nothing is. */
  measuring(): string | null;
}

const MOST_BODY_BYTES = 1_000_000;
const MOST_COMPARED = 8;
/** Whoever waits for records that have to be read sees them as they come. */
const BETWEEN_WRITES_MS = 50;
const UNKNOWN_ADDRESS: Failure = {
  problem: 'this address is of a lab that has ended, or was never given: open it from Records',
};

export function recordRoutes(
  shelf: Shelf,
  maker: DocumentMaker,
  clock: Clock,
): { routes: Hono; documents: Hono } {
  const made = new MadeAddresses();
  const routes = new Hono();
  const compared = new Map<string, string>();
  routes.use(bodyLimit({ maxSize: MOST_BODY_BYTES }));
  routes.get('/', compressedPieces(), (context) => {
    // A folder that cannot be read is told before anything is sent.
    const names = shelf.names();
    const facts: ShelfFacts = { folder: shelf.dir, count: names.length };
    context.header('Content-Type', 'application/x-ndjson; charset=utf-8');
    const list = async (out: StreamingApi) => {
      // A write takes longer than a line that is known already: those go together.
      let lines = `${JSON.stringify(facts)}\n`;
      let writtenMs = clock.nowMs();
      try {
        for await (const listed of shelf.list(() => maker.measuring() !== null, names)) {
          const record: ListedRecord = { ...listed, href: made.addressOf('report', [listed.name]) };
          lines += `${JSON.stringify(record)}\n`;
          if (clock.nowMs() - writtenMs < BETWEEN_WRITES_MS) continue;
          await out.write(lines);
          lines = '';
          writtenMs = clock.nowMs();
        }
      } finally {
        if (lines !== '') await out.write(lines);
      }
    };
    return stream(context, list, async (thrown, out) => {
      const line: ListFailure = { failure: failureFrom(thrown) };
      await out.write(`${JSON.stringify(line)}\n`);
    });
  });
  routes.post('/tags', async (context) => {
    const { name, tags } = await jsonBody<{ name: string; tags: unknown }>(context);
    const checked = checkTags(tags);
    shelf.tag(name, checked);
    return context.json({ tags: checked });
  });
  routes.post('/delete', async (context) => {
    const { name } = await jsonBody<{ name: string }>(context);
    shelf.remove(name);
    return context.json({});
  });
  routes.post('/open', async (context) => {
    const { name } = await jsonBody<{ name: string }>(context);
    shelf.folder(name);
    return context.json({ href: made.addressOf('report', [name]) });
  });
  routes.post('/compare', async (context) => {
    const { names } = await jsonBody<{ names: readonly string[] }>(context);
    requireFew(names);
    requireQuiet(maker, 'compare records');
    // Once beforehand, so that what is wrong is told where the records were chosen.
    compared.set(names.join('\n'), await maker.compare(names.map((name) => shelf.folder(name))));
    for (const old of [...compared.keys()].slice(0, -MOST_COMPARED)) compared.delete(old);
    return context.json({ href: made.addressOf('compared', names) });
  });

  const documents = new Hono();
  const refuse = (context: Context, failure: Failure, status: 400 | 404 | 409 | 500) => {
    // It is the lab's own: a page that it serves, and not what somebody recorded.
    context.header('Content-Security-Policy', pagePolicy([]));
    return context.html(refusalPage(failure), status);
  };
  documents.onError((thrown, context) => refuse(context, failureFrom(thrown), statusOf(thrown)));
  documents.get('/:kind/:mark/*', async (context) => {
    const { kind, mark } = context.req.param();
    const names = namesIn(context.req.path);
    if (!made.isOwn(kind, mark, names)) return refuse(context, UNKNOWN_ADDRESS, 404);
    documentHeaders(context);
    if (kind === 'compared') {
      const text = compared.get(names.join('\n'));
      if (text === undefined) requireQuiet(maker, 'compare records');
      return context.html(
        documentInWordsOfPage(text ?? (await maker.compare(names.map((name) => shelf.folder(name))))),
      );
    }
    const file = await freshReport(shelf.folder(names[0]!), maker);
    // As a stream it would end the lab where the page goes away in its midst (compressed-answers.ts).
    return context.html(documentInWordsOfPage(await readFile(file, 'utf8')));
  });
  documents.get('*', (context) => refuse(context, UNKNOWN_ADDRESS, 404));
  return { routes, documents };
}

/** `/made/report/MARK/NAME` → [NAME] */
function namesIn(path: string): string[] {
  return path.split('/').slice(4).map(decodeURIComponent);
}

function requireFew(names: readonly string[]): void {
  if (Array.isArray(names) && names.length >= 2 && names.length <= MOST_COMPARED) return;
  const what = `two to ${MOST_COMPARED} can be held against one another`;
  throw new UserError([{ file: 'records', path: '', what }]);
}

/** Records that are kept for good have their samples in Parquet alone. */
const MADE_FROM = [FILES.run, FILES.samples, FILES.probes, FILES.parquet];

/** The report that stands in the folder, made again with its summary where the record has changed since. */
async function freshReport(dir: string, maker: DocumentMaker): Promise<string> {
  const path = join(dir, FILES.html);
  const report = timeOf(path);
  const newest = Math.max(...MADE_FROM.map((file) => timeOf(join(dir, file)) ?? 0));
  if (report !== null && report >= newest && !isSummaryOutdated(dir)) return path;
  requireQuiet(maker, 'make this report');
  await maker.remakeReport(dir);
  return path;
}

function timeOf(path: string): number | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (!stats.isFile()) throw new UserError([{ file: path, path: '', what: 'is not a file' }]);
  return stats.mtimeMs;
}

function requireQuiet(maker: DocumentMaker, what: string): void {
  const measuring = maker.measuring();
  if (measuring === null) return;
  throw new UserError([
    {
      file: measuring,
      path: '',
      what: `is being measured: to ${what} now would disturb it; wait or stop it`,
    },
  ]);
}
