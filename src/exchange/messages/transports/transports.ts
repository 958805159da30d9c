// Every transport of messages. Adding one: a file beside this one and a line in the table.

import { MESSAGE_TRANSPORTS, type MessageTransport } from '../../../factors/transport.ts';
import type { Transport } from '../channel.ts';
import { BEACON } from './beacon.ts';
import { FETCH } from './fetch.ts';
import { LONG_POLLING } from './long-polling.ts';
import { SSE } from './sse.ts';
import { sseAnd } from './sse-and-post.ts';
import { STREAM } from './stream.ts';
import { WEBSOCKET } from './websocket.ts';
import { WEBTRANSPORT } from './webtransport.ts';
import { XHR } from './xhr.ts';

export const TRANSPORTS: Readonly<Record<MessageTransport, Transport>> = {
  xhr: XHR,
  fetch: FETCH,
  beacon: BEACON,
  sse: SSE,
  stream: STREAM,
  'long-polling': LONG_POLLING,
  websocket: WEBSOCKET,
  webtransport: WEBTRANSPORT,
  'sse+xhr': sseAnd(XHR),
  'sse+fetch': sseAnd(FETCH),
};

/** What the place that this runs in can send and receive messages by. */
export function transportsHere(): MessageTransport[] {
  return MESSAGE_TRANSPORTS.filter((name) => TRANSPORTS[name].isHere());
}
