// Messages in an answer whose body goes on: as Server-Sent Events, or each after its length.

import { Http2ServerResponse } from 'node:http2';
import { LENGTH_BYTES, writeLength } from '../../../messages/frames.ts';
import { openBody, type TargetResponse } from '../../send.ts';
import { type Outlet, whenWritten } from '../outlet.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const DATA = Buffer.from('data:');
const AFTER_DATA = Buffer.from('\n\n');

/** What stands before and after each message. */
interface Framing {
  readonly besideBytes: number;
  /** Writes a message over `into`, from `at` on. */
  put(into: Uint8Array, at: number, message: Uint8Array): void;
}

const EVENT: Framing = {
  besideBytes: DATA.length + AFTER_DATA.length,
  put: (into, at, message) => {
    into.set(DATA, at);
    into.set(message, at + DATA.length);
    into.set(AFTER_DATA, at + DATA.length + message.length);
  },
};

const LENGTH: Framing = {
  besideBytes: LENGTH_BYTES,
  put: (into, at, message) => {
    writeLength(into.subarray(at), message.length);
    into.set(message, at + LENGTH_BYTES);
  },
};

/** Opens the answer with the event `ready`. `isOneLine` says that no message has a line end. */
export function eventsOutlet(response: TargetResponse, isOneLine: boolean): Outlet {
  openBody(response, 'text/event-stream');
  write(response, Buffer.from('event: ready\ndata:\n\n'), null);
  const failed = (reason: string) => `event: failed\ndata:${reason.replaceAll(/[\r\n]+/g, ' ')}\n\n`;
  const outlet = bodyOutlet(response, EVENT, failed);
  if (isOneLine) return { ...outlet, refuses: null };
  const send: Outlet['send'] = (message, onWritten) => outlet.send(asLines(message), onWritten);
  return { ...outlet, send, refuses: whyNoEvent };
}

/** Opens the answer with a frame of length 0. It cannot name a failure: the body breaks off. */
export function streamOutlet(response: TargetResponse): Outlet {
  openBody(response, 'application/octet-stream');
  write(response, framed(new Uint8Array(0)), null);
  return { ...bodyOutlet(response, LENGTH, null), refuses: null };
}

function bodyOutlet(
  response: TargetResponse,
  { besideBytes, put }: Framing,
  failed: ((reason: string) => string) | null,
): Omit<Outlet, 'refuses'> {
  let isCorked = false;
  let messages: Uint8Array[] = [];
  let bytes = 0;
  let written: (() => void)[] = [];
  /** One piece of memory and one write for all of them. */
  const flush = () => {
    if (messages.length === 0) return;
    const piece = Buffer.allocUnsafe(bytes);
    let at = 0;
    for (const message of messages) {
      put(piece, at, message);
      at += besideBytes + message.length;
    }
    const onWritten = written;
    messages = [];
    bytes = 0;
    written = [];
    write(response, piece, onWritten.length === 0 ? null : () => onWritten.forEach((tell) => void tell()));
  };
  return {
    send: (message, onWritten) => {
      messages.push(message);
      bytes += besideBytes + message.length;
      if (onWritten !== null) written.push(onWritten);
      if (!isCorked) flush();
    },
    cork: () => {
      isCorked = true;
    },
    uncork: () => {
      isCorked = false;
      flush();
    },
    close: (failure) => {
      if (failure === null) response.end();
      else if (failed !== null) response.end(failed(failure));
      else response.destroy();
    },
    destroy: () => response.destroy(),
  };
}

/** The two classes do the same, but the types of their overloads differ. */
function write(response: TargetResponse, piece: Uint8Array, onWritten: (() => void) | null): void {
  const done = onWritten === null ? undefined : whenWritten(onWritten);
  if (response instanceof Http2ServerResponse) response.write(piece, 'utf8', done);
  else response.write(piece, done);
}

/** A message of several lines has `data:` before each line. */
function asLines(message: Uint8Array): Uint8Array {
  if (!message.includes(LINE_FEED)) return message;
  return Buffer.from(Buffer.from(message).toString('utf8').replaceAll('\n', '\ndata:'));
}

/** An event stream takes every carriage return for a line end. */
function whyNoEvent(message: Uint8Array): string | null {
  return message.includes(CARRIAGE_RETURN)
    ? 'it has a carriage return, which Server-Sent Events cannot carry'
    : null;
}

export function framed(message: Uint8Array): Uint8Array {
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + message.length);
  LENGTH.put(frame, 0, message);
  return frame;
}
