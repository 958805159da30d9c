// Both ways in the manner of before WebSocket: messages go by POST, and come back by Server-Sent Events.

import type { Transport } from '../channel.ts';
import { MOST_UNACKNOWLEDGED_BYTES } from '../channel.ts';
import { openEvents, SSE } from './sse.ts';

/** `post`: how messages go to the server. */
export function sseAnd(post: Transport): Transport {
  return {
    isHere: () => SSE.isHere() && post.isHere(),
    open: async (opening) => {
      const source = await openEvents(opening);
      const sender = await post.open(opening);
      return {
        get isBusy() {
          return sender.isBusy;
        },
        mostUnacknowledgedBytes: MOST_UNACKNOWLEDGED_BYTES,
        send: (message) => sender.send!(message),
        close: () => {
          source.close();
          return sender.close();
        },
      };
    },
  };
}
