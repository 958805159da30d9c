// What /about says of messages.

import type { Protocol } from '../../factors/protocol.ts';
import { MESSAGE_LIMITS, type MessageFeatures } from '../../wire/sequence.ts';

/** Of a target that listens for these. WebSocket over HTTP/2 (RFC 8441) it has not. */
export function messageFeatures(protocols: readonly Protocol[]): MessageFeatures {
  const overSockets = protocols.filter((each) => each === 'http1' || each === 'https1');
  return {
    endpoints: {
      post: protocols,
      sse: protocols,
      stream: protocols,
      'long-polling': protocols,
      websocket: overSockets,
    },
    permessageDeflate: true,
    largestBytes: MESSAGE_LIMITS.mostBytes,
    contents: ['random', 'data'],
  };
}
