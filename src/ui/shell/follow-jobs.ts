// Following what the lab does: Server-Sent Events, read by fetch, since an EventSource sends no token. A lab
// that dies is told at once, and asked again until it is back.

import type { JobSnapshot } from '../jobs/snapshot.ts';
import { askLab, LabError, LabGone, sendJson } from './lab-api.ts';
import { linesOf } from './lines-of.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;
/**
 * The lab gives a sign of life every 15 s. A connection that has none for three times as long is dead without
 * having ended, as after a night in which the machine slept.
 */
const SILENT_MS = 45_000;

export interface JobFollower {
  job(snapshot: JobSnapshot): void;
  /** null: the lab answers (again). */
  trouble(thrown: unknown): void;
}

/** For as long as the page is open. */
export async function followJobs(follower: JobFollower): Promise<never> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)) {
    const connection = new AbortController();
    try {
      const { body } = await askLab('jobs/events', { signal: connection.signal });
      for await (const { event, data } of untilSilent(readEvents(body!), SILENT_MS)) {
        if (event === 'hello') {
          follower.trouble(null);
          waitMs = FIRST_WAIT_MS;
        }
        if (event === 'job') follower.job(JSON.parse(data) as JobSnapshot);
      }
      follower.trouble(
        new Error('The lab has ended. Start it again, and open the address that it prints then.'),
      );
    } catch (thrown) {
      follower.trouble(thrown);
      // Another lab listens here now, and its token is another: asking again changes nothing.
      if (thrown instanceof LabError && thrown.status === 403) return new Promise<never>(() => {});
    } finally {
      connection.abort();
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
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
