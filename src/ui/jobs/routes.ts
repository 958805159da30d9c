// Following and stopping what the lab does, for every section: Server-Sent Events, each the whole of one job.
// A run tells of every block, far more often than anybody looks: at most a few times a second something is
// sent, and within a session once in some seconds, so that watching disturbs what is measured as little as
// can be. What is over changes no more: a page that comes back says what it has, and is not sent that again.

import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import { browserAt } from '../../run/agents/browser-at.ts';
import { jsonBody } from '../server/json-body.ts';
import type { Jobs } from './jobs.ts';
import { type Hello, WHILE_MEASURING_MS } from './snapshot.ts';

const BETWEEN_EVENTS_MS = 250;
/** A connection that is gone is noticed by writing to it. */
const BETWEEN_SIGNS_OF_LIFE_MS = 15_000;
const MOST_BODY_BYTES = 10_000;

/** Numbers of what a page has seen the end of: `7,8`. */
function idsIn(has: string | undefined): ReadonlySet<number> {
  return new Set(has?.split(',').map(Number));
}

export function jobRoutes(jobs: Jobs): Hono {
  const routes = new Hono();
  routes.use(bodyLimit({ maxSize: MOST_BODY_BYTES }));
  routes.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      const known = jobs.areOver();
      const has = idsIn(context.req.query('has'));
      // The results of what is over are long, and a page comes back whenever somebody looks at it again.
      const dirty = new Set([...known].flatMap(([id, isOver]) => (isOver && has.has(id) ? [] : [id])));
      let isUrgent = true;
      let wake: () => void = () => {};
      const unfollow = jobs.follow((id, canWait) => {
        dirty.add(id);
        isUrgent ||= !canWait;
        if (isUrgent) wake();
      });
      const left = jobs.watching.came(browserAt(context));
      stream.onAbort(() => wake());
      const untilUrgent = (longestMs: number) =>
        new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, longestMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          if (isUrgent || stream.aborted) wake();
        });
      try {
        const hello: Hello = { known: [...known.keys()] };
        await stream.writeSSE({ event: 'hello', data: JSON.stringify(hello) });
        for (let silentMs = 0; !stream.aborted && !stream.closed; ) {
          isUrgent = false;
          for (const id of [...dirty]) {
            dirty.delete(id);
            if (!jobs.has(id)) continue;
            silentMs = 0;
            await stream.writeSSE({ event: 'job', data: JSON.stringify(jobs.snapshot(id)) });
          }
          if (silentMs >= BETWEEN_SIGNS_OF_LIFE_MS) {
            silentMs = 0;
            await stream.writeSSE({ event: 'alive', data: '{}' });
          }
          await stream.sleep(BETWEEN_EVENTS_MS);
          await untilUrgent(WHILE_MEASURING_MS);
          silentMs += BETWEEN_EVENTS_MS + WHILE_MEASURING_MS;
        }
      } finally {
        left();
        unfollow();
      }
    }),
  );
  routes.post('/stop', async (context) => {
    const { id } = await jsonBody<{ id: number }>(context);
    jobs.stop(id);
    return context.json(jobs.snapshot(id));
  });
  routes.post('/answer', async (context) => {
    const { id, text } = await jsonBody<{ id: number; text: string }>(context);
    jobs.answer(id, String(text));
    return context.json({});
  });
  return routes;
}
