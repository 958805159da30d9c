// The connections of the Node agent. Node's own fetch opens a second one where the first is not yet free for
// the next request, by a hair's breadth, and stamps no connecting; so its dispatcher is replaced by one that
// keeps to a single connection an origin, as a browser does for requests one after the other, and writes down
// when each was opened. What messages keep open (a WebSocket, an answer that goes on or is waited for) gets a
// connection of its own, as in a browser. (undici's own Agent will not do: once a connection was closed under
// it, it gives up every later one after one use.)

import type { Socket } from 'node:net';
import { buildConnector, Client, Dispatcher, setGlobalDispatcher } from 'undici';
import type { RequestTimings, TimingSource } from '../exchange/connections/resource-entries.ts';

/** Longer than any pause of a run: a connection must end when it is asked to and not before. */
const KEEP_ALIVE_MS = 30 * 60_000;
/** Resource Timing is rounded, our own stamps are not. */
const SLACK_MS = 0.05;

interface Opened {
  readonly startMs: number;
  /** TCP is there; the rest is TLS. */
  tcpMs: number;
  endMs: number;
}

/** Of everything that this process fetches from now on. */
export function keptConnections(now: () => number): TimingSource {
  const opened: Opened[] = [];
  const multiplexed = new Set<string>();
  setGlobalDispatcher(new OneClientAnOrigin(noted(opened, multiplexed, now), multiplexed));
  return {
    read: () => entries().map((entry) => withConnecting(entry, opened)),
    clear: () => {
      performance.clearResourceTimings();
      opened.length = 0;
    },
  };
}

class OneClientAnOrigin extends Dispatcher {
  readonly #connect: buildConnector.connector;
  readonly #multiplexed: ReadonlySet<string>;
  readonly #clients = new Map<string, Client>();

  /** `multiplexed`: origins whose connections carry many requests at once (HTTP/2). */
  constructor(connect: buildConnector.connector, multiplexed: ReadonlySet<string>) {
    super();
    this.#connect = connect;
    this.#multiplexed = multiplexed;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const origin = String(options.origin);
    const keeps = this.#multiplexed.has(origin) ? null : keepsOpen(options);
    if (keeps === 'for itself') {
      const client = this.#open(origin);
      const goesOn = client.dispatch(options, handler);
      // Closes when what was asked for has ended.
      client.close().catch(() => undefined);
      return goesOn;
    }
    const key = keeps === null ? origin : `${origin} ${keeps}`;
    let client = this.#clients.get(key);
    if (client === undefined) {
      client = this.#open(origin);
      this.#clients.set(key, client);
    }
    return client.dispatch(options, handler);
  }

  #open(origin: string): Client {
    return new Client(origin, {
      connect: this.#connect,
      allowH2: true,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      // An answer that goes on may say nothing for as long as the exchange is allowed to take.
      bodyTimeout: 0,
    });
  }
}

/**
 * What of the target contract's messages keeps its connection from others: to the end, or for a while. null:
 * nothing.
 */
function keepsOpen({ path, upgrade }: Dispatcher.DispatchOptions): 'for itself' | 'polls' | null {
  if (upgrade || /^\/(events|stream)\?/.test(path)) return 'for itself';
  return path.startsWith('/poll?') ? 'polls' : null;
}

function noted(opened: Opened[], multiplexed: Set<string>, now: () => number): buildConnector.connector {
  // No TLS session is kept, so that every cold exchange shows a whole handshake.
  const connect = buildConnector({ allowH2: true, maxCachedSessions: 0 });
  return (options, callback) => {
    const one: Opened = { startMs: now(), tcpMs: Number.NaN, endMs: Number.NaN };
    opened.push(one);
    // The library returns the socket at once; its types do not say so.
    const socket = connect(options, (...result) => {
      one.endMs = now();
      if (result[1] !== null && 'alpnProtocol' in result[1] && result[1].alpnProtocol === 'h2')
        multiplexed.add(`${options.protocol}//${options.host}`);
      callback(...result);
    }) as unknown as Socket;
    socket.once('connect', () => {
      one.tcpMs = now();
    });
    return socket;
  };
}

function entries(): PerformanceResourceTiming[] {
  return performance.getEntriesByType('resource') as PerformanceResourceTiming[];
}

/**
 * Requests follow one another, so a connection that was opened between a request's start and its sending is
 * its own.
 */
function withConnecting(entry: PerformanceResourceTiming, opened: readonly Opened[]): RequestTimings {
  const { name, fetchStart, requestStart, responseStart, responseEnd, encodedBodySize, decodedBodySize } =
    entry;
  const timings = {
    name,
    fetchStart,
    requestStart,
    responseStart,
    responseEnd,
    encodedBodySize,
    decodedBodySize,
  };
  const own = opened.findLast(
    ({ startMs, endMs }) => startMs >= fetchStart - SLACK_MS && endMs <= requestStart + SLACK_MS,
  );
  if (own === undefined) {
    return { ...timings, connectStart: fetchStart, connectEnd: fetchStart, secureConnectionStart: 0 };
  }
  const secureConnectionStart = entry.name.startsWith('https:') ? own.tcpMs : 0;
  return { ...timings, connectStart: own.startMs, connectEnd: own.endMs, secureConnectionStart };
}
