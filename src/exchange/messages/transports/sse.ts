// Messages to the client by Server-Sent Events: text, one event each.

import type { Channel, Opening, Transport } from '../channel.ts';
import { urlOf } from '../channel.ts';
import { NextByPost } from './next-by-post.ts';

export const SSE: Transport = {
  isHere: () => typeof EventSource === 'function',
  open: async (opening) => {
    const source = await openEvents(opening);
    const next = new NextByPost(opening);
    return {
      get isBusy() {
        return next.isBusy;
      },
      mostUnacknowledgedBytes: 0,
      ask: () => next.ask(),
      close: () => {
        source.close();
        return next.settled();
      },
    } satisfies Channel;
  },
};

/**
 * Resolves with the first event, `ready`. An EventSource would connect again by itself when the stream breaks
 * off; what was sent meanwhile would be lost, so here the first break is the end.
 */
export function openEvents(opening: Opening): Promise<EventSource> {
  const { events, signal } = opening;
  return new Promise((resolve, reject) => {
    const source = new EventSource(urlOf(opening, '/events'));
    const leave = () => {
      source.close();
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    source.onmessage = ({ data }) => events.message(data as string);
    source.addEventListener('failed', ({ data }) => events.failed(`the target says: ${data as string}`));
    source.onerror = () => {
      source.close();
      const reason = 'the stream of events broke off, or could not be opened';
      reject(new Error(reason));
      events.failed(reason);
    };
    source.addEventListener('ready', () => resolve(source), { once: true });
  });
}
