// Messages in an answer whose body goes on: Server-Sent Events, or each behind its length.

import { Http2ServerResponse } from 'node:http2';
import { LENGTH_BYTES, writeLength } from '../../messages/frames.ts';
import { openBody, type TargetResponse } from '../send.ts';
import { type Outlet, whenWritten } from './outlet.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const DATA = Buffer.from('data:');

/** Opens it with the event `ready`. `isOneLine`: all messages are known to be without ends of lines. */
export function eventsOutlet(response: TargetResponse, isOneLine: boolean): Outlet {
  openBody(response, 'text/event-stream');
  write(response, Buffer.from('event: ready\ndata:\n\n'), null);
  const failed = (reason: string) => `event: failed\ndata:${reason.replaceAll(/[\r\n]+/g, ' ')}\n\n`;
  return isOneLine
    ? { ...bodyOutlet(response, lineAsEvent, failed), refuses: null }
    : { ...bodyOutlet(response, asEvent, failed), refuses: whyNoEvent };
}

/** Opens it with a frame of length 0. A failure has no words here: the body breaks off. */
export function streamOutlet(response: TargetResponse): Outlet {
  openBody(response, 'application/octet-stream');
  write(response, framed(new Uint8Array(0)), null);
  return { ...bodyOutlet(response, framed, null), refuses: null };
}

function bodyOutlet(
  response: TargetResponse,
  frame: (message: Uint8Array) => Uint8Array,
  failed: ((reason: string) => string) | null,
): Omit<Outlet, 'refuses'> {
  const corked = response instanceof Http2ServerResponse ? response.stream : response;
  return {
    send: (message, onWritten) => write(response, frame(message), onWritten),
    cork: () => corked.cork(),
    uncork: () => corked.uncork(),
    close: (failure) => {
      if (failure === null) response.end();
      else if (failed !== null) response.end(failed(failure));
      else response.destroy();
    },
    destroy: () => response.destroy(),
  };
}

/** The two classes agree in what they do, but not in the types of their overloads. */
function write(response: TargetResponse, piece: Uint8Array, onWritten: (() => void) | null): void {
  const done = onWritten === null ? undefined : whenWritten(onWritten);
  if (response instanceof Http2ServerResponse) response.write(piece, 'utf8', done);
  else response.write(piece, done);
}

/** A message of several lines has `data:` before each. */
function asEvent(message: Uint8Array): Uint8Array {
  if (!message.includes(LINE_FEED)) return lineAsEvent(message);
  const text = Buffer.from(message).toString('utf8');
  return Buffer.from(`data:${text.replaceAll('\n', '\ndata:')}\n\n`);
}

/** `data:`, the message, an empty line. */
function lineAsEvent(message: Uint8Array): Uint8Array {
  const event = Buffer.allocUnsafe(DATA.length + message.length + 2);
  event.set(DATA);
  event.set(message, DATA.length);
  event[event.length - 2] = LINE_FEED;
  event[event.length - 1] = LINE_FEED;
  return event;
}

/** An event stream has carriage returns for ends of lines, whatever stands before and after. */
function whyNoEvent(message: Uint8Array): string | null {
  return message.includes(CARRIAGE_RETURN)
    ? 'it has a carriage return, which Server-Sent Events cannot carry'
    : null;
}

export function framed(message: Uint8Array): Uint8Array {
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + message.length);
  writeLength(frame, message.length);
  frame.set(message, LENGTH_BYTES);
  return frame;
}
