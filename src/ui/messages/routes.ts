// The section of messages measures in the page itself. While it does, the lab measures nothing else, and the
// other way round: its turn is a job like any other, for as long as the page keeps the answer open.

import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import type { Jobs } from '../jobs/jobs.ts';
import { isOpen } from '../jobs/snapshot.ts';
import { TURN_TITLE, type TurnLine } from './turn-line.ts';

/** What stands beneath Node's adapter; absent where a test asks the routes themselves. */
interface NodeBindings {
  readonly incoming?: { readonly socket: { setKeepAlive(enable: boolean, afterMs: number): unknown } };
}

/** The system, not the page, notices a device that has gone without a word. */
const LOOKS_AFTER_MS = 10_000;

export function messageRoutes(jobs: Jobs): Hono {
  const routes = new Hono();
  routes.get('/turn', (context) => {
    (context.env as NodeBindings | undefined)?.incoming?.socket.setKeepAlive(true, LOOKS_AFTER_MS);
    const over = Promise.withResolvers<void>();
    const { id } = jobs.start({
      kind: 'messages',
      title: TURN_TITLE,
      isPassing: true,
      async work({ stopped, progress, changed }) {
        progress.doing = 'the page sends them';
        changed();
        stopped.addEventListener('abort', () => over.resolve());
        await over.promise;
      },
    });
    context.header('Content-Type', 'application/x-ndjson; charset=utf-8');
    return stream(context, async (out) => {
      const changes = [jobs.snapshot(id)];
      let wake: () => void = () => {};
      const unfollow = jobs.follow((changed) => {
        if (changed !== id) return;
        changes.push(jobs.snapshot(id));
        wake();
      });
      out.onAbort(() => {
        // The page has finished, or is gone.
        over.resolve();
        if (jobs.snapshot(id).state === 'waiting') jobs.stop(id);
        wake();
      });
      try {
        let last = '';
        for (let isOver = false; !isOver && !out.aborted; ) {
          for (const { state, waitsFor } of changes.splice(0)) {
            // Between two jobs, or before it begins.
            if (state === 'waiting' && waitsFor === null) continue;
            const line: TurnLine = { state, waitsFor };
            isOver = !isOpen({ state });
            const text = JSON.stringify(line);
            if (text !== last) await out.write(`${text}\n`);
            last = text;
          }
          if (isOver || out.aborted || changes.length > 0) continue;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      } finally {
        unfollow();
      }
    });
  });
  return routes;
}
