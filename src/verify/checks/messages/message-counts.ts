// What the target says of a sequence afterwards, against what its client has counted: messages, bytes at the
// sockets, time of the processor.

import type { SequenceState } from '../../../wire/sequence.ts';
import { openArrivals } from '../../messages/arrivals.ts';
import { openDepartures } from '../../messages/departures.ts';
import {
  caughtAs,
  type MessageLook,
  messageCheck,
  randomContent,
  randomSpec,
  referenceMessages,
} from '../../messages/message-check.ts';
import { makeSequence } from '../../messages/plain-sequence.ts';

/**
 * So many that four bytes beside each, as few as there are, stand out. Requests take longer and have more
 * beside them.
 */
const MESSAGES = 2_000;
const REQUESTS = 200;
const BYTES = 1_000;

/**
 * Requests around the sequence of which one side counts what the other does not: begin, the state, the end.
 */
const AROUND_BYTES = 6_000;

/** Of a server with threads and a collector, on any machine. */
const CORES_MOST = 64;

export const messageCounts = messageCheck({
  name: 'message-counts',
  must: 'the state is true: messages sent and received, bytes at the sockets as the client counts them, CPU time, times of its clock',
  endpoints: ['post', 'websocket', 'sse', 'stream'],
  once: 'always',
  look: async (look) => {
    const findings: string[] = [];
    for (const way of (['post', 'websocket'] as const).filter(look.has))
      findings.push(...(await caughtAs(`${way} to the server`, () => toServer(look, way))));
    for (const way of (['sse', 'stream', 'websocket'] as const).filter(look.has))
      findings.push(...(await caughtAs(`${way} to the client`, () => toClient(look, way))));
    return findings;
  },
});

interface Counted {
  readonly state: SequenceState;
  readonly up: number;
  readonly down: number;
  readonly wallMs: number;
}

async function toServer({ client, context }: MessageLook, way: 'post' | 'websocket'): Promise<string[]> {
  const messages = way === 'post' ? REQUESTS : MESSAGES;
  const spec = randomSpec(
    'client-to-server',
    'throughput',
    messages,
    randomContent(13, { policy: 'fixed', bytes: BYTES }),
  );
  const sequence = await makeSequence(client, spec);
  const departures = await openDepartures(client, sequence, way);
  try {
    const before = bytes(client, departures.raw);
    const fromMs = context.clock.nowMs();
    const begun = await sequence.begin();
    for (const message of referenceMessages(spec)) await departures.send(message);
    await departures.until(messages);
    const asked = await sequence.state(true);
    const state = await sequence.end();
    const counted = {
      state,
      ...since(before, bytes(client, departures.raw)),
      wallMs: context.clock.nowMs() - fromMs,
    };
    const findings =
      state.received === messages && asked.received === messages
        ? []
        : [`it says that it received ${asked.received}, at the end ${state.received} of ${messages}`];
    return [...findings, ...common(counted, begun, messages * BYTES, 'bytesReceived')];
  } finally {
    departures.close();
  }
}

async function toClient(
  { client, context }: MessageLook,
  way: 'sse' | 'stream' | 'websocket',
): Promise<string[]> {
  const spec = randomSpec(
    'server-to-client',
    'throughput',
    MESSAGES,
    randomContent(14, { policy: 'fixed', bytes: BYTES }),
  );
  const sequence = await makeSequence(client, spec);
  const arrivals = await openArrivals(client, sequence, way, () => 0);
  try {
    const raw = arrivals.socket?.raw ?? null;
    const before = bytes(client, raw);
    const fromMs = context.clock.nowMs();
    const begun = await sequence.begin();
    await arrivals.until(MESSAGES);
    const state = await sequence.end();
    const counted = { state, ...since(before, bytes(client, raw)), wallMs: context.clock.nowMs() - fromMs };
    const findings = state.sent === MESSAGES ? [] : [`it says that it sent ${state.sent} of ${MESSAGES}`];
    return [...findings, ...common(counted, begun, MESSAGES * BYTES, 'bytesSent')];
  } finally {
    arrivals.close();
  }
}

interface Bytes {
  readonly up: number;
  readonly down: number;
}

function bytes(
  client: MessageLook['client'],
  raw: { bytesWritten: number; bytesRead: number } | null,
): Bytes {
  const { up, down } = client.bytes();
  return { up: up + (raw?.bytesWritten ?? 0), down: down + (raw?.bytesRead ?? 0) };
}

function since(before: Bytes, after: Bytes): Bytes {
  return { up: after.up - before.up, down: after.down - before.down };
}

function common(
  { state, up, down, wallMs }: Counted,
  begun: SequenceState,
  payload: number,
  carries: 'bytesReceived' | 'bytesSent',
): string[] {
  const findings: string[] = [];
  for (const [name, ours] of [
    ['bytesReceived', up],
    ['bytesSent', down],
  ] as const) {
    const theirs = state[name];
    if (theirs === null) continue;
    if (Math.abs(theirs - ours) > AROUND_BYTES)
      findings.push(`${name} is ${theirs}, the client counted ${ours}`);
    else if (name === carries && theirs < payload)
      findings.push(`${name} is ${theirs}, less than the ${payload} bytes of the messages alone`);
  }
  if (state.cpuMs !== null && !(state.cpuMs > 0 && state.cpuMs <= wallMs * CORES_MOST + 50))
    findings.push(`cpuMs is ${state.cpuMs} in ${wallMs.toFixed(1)} ms`);
  const { beganMs, nowMs } = state;
  const tookMs = beganMs === null ? Number.NaN : nowMs - beganMs;
  if (beganMs !== begun.beganMs) findings.push(`beganMs was ${begun.beganMs} and is ${beganMs}`);
  if (!(tookMs > 0 && tookMs <= wallMs + 0.1))
    findings.push(`by its clock it took ${tookMs} ms, by the client's ${wallMs.toFixed(2)} ms around it`);
  if (state.failure !== null) findings.push(`it says that it failed: ${state.failure}`);
  return findings;
}
