// Following and stopping what the lab does, for every section: Server-Sent Events, each the whole of one job.
// A run tells of every block, far more often than anybody looks: at most a few times a second something is
// sent, so that watching takes nothing from what is measured.

import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import { jsonBody } from '../server/json-body.ts';
import type { Jobs } from './jobs.ts';

const BETWEEN_EVENTS_MS = 250;
/** A connection that is gone is noticed by writing to it. */
const BETWEEN_SIGNS_OF_LIFE_MS = 15_000;
const MOST_BODY_BYTES = 10_000;

export function jobRoutes(jobs: Jobs): Hono {
  const routes = new Hono();
  routes.use(bodyLimit({ maxSize: MOST_BODY_BYTES }));
  routes.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      const dirty = new Set(jobs.snapshots().map(({ id }) => id));
      let wake: () => void = () => {};
      const unfollow = jobs.follow((id) => {
        dirty.add(id);
        wake();
      });
      stream.onAbort(() => wake());
      try {
        await stream.writeSSE({ event: 'hello', data: '{}' });
        while (!stream.aborted && !stream.closed) {
          for (const id of [...dirty]) {
            dirty.delete(id);
            await stream.writeSSE({ event: 'job', data: JSON.stringify(jobs.snapshot(id)) });
          }
          await stream.sleep(BETWEEN_EVENTS_MS);
          if (dirty.size > 0 || stream.aborted) continue;
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, BETWEEN_SIGNS_OF_LIFE_MS);
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
          if (dirty.size === 0 && !stream.aborted) await stream.writeSSE({ event: 'alive', data: '{}' });
        }
      } finally {
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
