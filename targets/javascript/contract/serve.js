// What Node's own servers are told, whatever framework stands on them, and how the process begins and ends.

import { constants } from 'node:crypto';
import { constants as h2 } from 'node:http2';

/** Longer than any pause of a run: an exchange after it would be cold. */
export const KEPT_ALIVE_MS = 30 * 60_000;

/** A shorter body is not worth a record of its own. */
const ONE_PACKET_BYTES = 1_000;

/** For each connection of HTTP/2, in MB: by Node's 10 requests are refused while large answers wait. */
const MAX_SESSION_MEMORY_MB = 2_000;

const LAST_STREAM_OF_ALL = 2 ** 31 - 1;

/** A connection of HTTP/2 that the client has not closed by then is closed. */
const CLOSE_AFTER_MS = 1_000;

/** For node:https and node:http2. That no ticket is sent in TLS 1.3 takes openssl.cnf. */
export function tlsOptions({ cert, key }, alpn) {
  const whole = { secureOptions: constants.SSL_OP_NO_TICKET, maxSessionMemory: MAX_SESSION_MEMORY_MB };
  return { cert, key, ALPNProtocols: [alpn], ...whole };
}

/** HTTP/2 has no header that says so: GOAWAY goes ahead of the body, and lets go on what is under way. */
export function sendGoAway({ stream }) {
  const { session } = stream;
  session?.goaway(h2.NGHTTP2_NO_ERROR, LAST_STREAM_OF_ALL);
  stream.once('close', () => setTimeout(() => session?.close(), CLOSE_AFTER_MS).unref());
}

/**
 * Over TLS the head leaves in a record of its own: a client sees nothing of a record before its end, and what
 * is written in one turn of the event loop goes into one record. `response`: of node:http or node:http2.
 */
export function sendHeadFirst(response) {
  const end = response.end.bind(response);
  const write = response.write.bind(response);
  const ownAgain = () => Object.assign(response, { end, write });
  const afterHead = (send) => {
    ownAgain();
    response.flushHeaders();
    setImmediate(() => response.destroyed || send());
  };
  response.end = (body, ...rest) => {
    if (!(body?.length > ONE_PACKET_BYTES)) return ownAgain().end(body, ...rest);
    afterHead(() => end(body, ...rest));
    return response;
  };
  // Fastify sends long bodies of HTTP/2 in pieces, and waits for `drain` where it is told to.
  response.write = (piece, ...rest) => {
    afterHead(() => write(piece, ...rest) && response.emit('drain'));
    return false;
  };
}

/** `servers`: protocol → a server of Node that listens. */
export function sayReady(servers) {
  const { http1: port, ...ports } = Object.fromEntries(
    Object.entries(servers).map(([protocol, server]) => [protocol, server.address().port]),
  );
  process.stdout.write(`${JSON.stringify({ ready: true, port, ports })}\n`);
}

/** The lab holds our stdin: when that closes, the lab is gone. SIGTERM ends Node by itself. */
export function endWithStdin() {
  process.stdin.once('close', () => process.exit(0)).resume();
}
