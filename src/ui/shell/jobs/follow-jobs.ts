// Following what the lab does: Server-Sent Events, read by fetch, since an EventSource sends no token. A lab
// that dies is told at once, and asked again until it is back.

import { type Hello, isOpen, type JobSnapshot } from '../../jobs/snapshot.ts';
import { anotherToken, askLab, LabError, LabGone, sendJson } from '../lab-api.ts';
import { linesOf } from '../lines-of.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;
/**
 * The lab gives a sign of life every 15 s. A connection that has none for three times as long is dead without
 * having ended, as after a night in which the machine slept.
 */
const SILENT_MS = 45_000;
/**
 * Browsers keep six connections to one lab, and pages that nobody sees would hold them all: the seventh page
 * would wait for ever.
 */
const HIDDEN_MS = 10_000;

export interface JobFollower {
  job(snapshot: JobSnapshot): void;
  /** null: the lab answers (again). */
  trouble(thrown: unknown): void;
}

/** What is followed, and from where. */
export interface Followed {
  /** `has`: of what the page has been told the end, which it need not be told again. */
  connect(signal: AbortSignal, has: readonly number[]): Promise<ReadableStream<Uint8Array>>;
  /** Resolves when a lab that refused may answer. */
  anotherToken(): Promise<void>;
  readonly page: SeenPage;
}

/** For as long as the page is open. */
export async function followJobs(
  follower: JobFollower,
  { connect, anotherToken: nextToken, page }: Followed = {
    connect: async (signal, has) => (await askLab(eventsAfter(has), { signal })).body!,
    anotherToken,
    page: document,
  },
): Promise<never> {
  const open = new Map<number, JobSnapshot>();
  const over = new Set<number>();
  const tell = (job: JobSnapshot) => {
    if (isOpen(job)) open.set(job.id, job);
    else {
      open.delete(job.id);
      over.add(job.id);
    }
    follower.job(job);
  };
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)) {
    const connection = new AbortController();
    const unwatch = onceHiddenFor(page, HIDDEN_MS, () => connection.abort());
    try {
      const body = await connect(connection.signal, [...over]);
      for await (const { event, data } of untilSilent(readEvents(body), SILENT_MS)) {
        if (event === 'hello') {
          follower.trouble(null);
          waitMs = FIRST_WAIT_MS;
          const { known } = JSON.parse(data) as Hello;
          for (const job of [...open.values()]) if (!known.includes(job.id)) tell(lost(job));
          for (const id of over) if (!known.includes(id)) over.delete(id);
        }
        if (event === 'job') tell(JSON.parse(data) as JobSnapshot);
      }
      follower.trouble(
        new Error('The lab has ended. Start it again, and open the address that it prints then.'),
      );
    } catch (thrown) {
      if (connection.signal.aborted) {
        await untilVisible(page);
        waitMs = FIRST_WAIT_MS;
        continue;
      }
      follower.trouble(thrown);
      // Another lab listens here now, and its token is another: asking again by this one changes nothing.
      if (thrown instanceof LabError && thrown.status === 403) await nextToken();
    } finally {
      unwatch();
      connection.abort();
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

function eventsAfter(has: readonly number[]): string {
  return has.length === 0 ? 'jobs/events' : `jobs/events?has=${has.join(',')}`;
}

/** Nobody tells any more how it ended. */
function lost(job: JobSnapshot): JobSnapshot {
  const note = 'The lab knows this no more: it was started again, or has done much since.';
  const over = { state: 'stopped', waitsFor: null, question: null, outside: null } as const;
  return { ...job, ...over, notes: [...job.notes, note] };
}

/** The same events; throws LabGone where none comes for so long. */
export async function* untilSilent<T>(events: AsyncGenerator<T>, silentMs: number): AsyncGenerator<T> {
  for (;;) {
    const silence = Promise.withResolvers<never>();
    const timer = setTimeout(() => silence.reject(new LabGone()), silentMs);
    try {
      const next = await Promise.race([events.next(), silence.promise]);
      if (next.done === true) return;
      yield next.value;
    } finally {
      clearTimeout(timer);
    }
  }
}

export function stopJob({ id }: JobSnapshot): Promise<unknown> {
  return sendJson('jobs/stop', { id });
}

export function answerJob({ id }: JobSnapshot, text: string): Promise<unknown> {
  return sendJson('jobs/answer', { id, text });
}

export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Each with its name and its data (HTML Living Standard, 9.2.6). */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let event = 'message';
  let data: string[] = [];
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n') };
      event = 'message';
      data = [];
    } else if (line.startsWith('event:')) event = line.slice(6).trimStart();
    else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
}

/** What it needs of the document; a fake in tests. */
export type SeenPage = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

const CHANGE = 'visibilitychange';

/** Whether anybody can see it: resolves at once where it is. */
function untilVisible(page: SeenPage): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (page.visibilityState === 'hidden') return;
      page.removeEventListener(CHANGE, look);
      resolve();
    };
    page.addEventListener(CHANGE, look);
    look();
  });
}

/** Calls back when it has been hidden for so long on end; answers how to stop watching. */
function onceHiddenFor(page: SeenPage, ms: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (page.visibilityState === 'hidden') timer = setTimeout(act, ms);
  };
  page.addEventListener(CHANGE, look);
  look();
  return () => {
    clearTimeout(timer);
    page.removeEventListener(CHANGE, look);
  };
}
