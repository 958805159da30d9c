// A call in which every phase has work: a request of many keys for init, or, where a target has no init, a
// list of many objects, whose request is short.

import type { Random } from '../../base/random.ts';
import type { DataRecord } from '../../data/schema.ts';
import { PROPERTY_KEYS } from '../../data/transit/init.ts';
import { parseServerTiming, type ServerPhases } from '../../wire/server-timing.ts';
import type { CallLook } from './call-check.ts';
import { type AskedCall, listCallFormats, sendCall } from './call-request.ts';

export interface HeavyCall {
  readonly asked: AskedCall;
  /** Whether the request is long enough that its decoding takes time. */
  readonly isLongRequest: boolean;
  /** As heavy, and never asked for before. */
  another(): AskedCall;
}

/**
 * In XML and its kin a key takes three times its length: they stay below the longest request that a target
 * takes.
 */
const KEYS = 18_000;
const OBJECTS = 5_000;

/** null where the lab can make no call that is heavy. */
export function heavyCall({ context, features }: CallLook): HeavyCall | null {
  const { random } = context;
  const [list] = features.operations.filter((name) => ['books', 'videos', 'files'].includes(name));
  const operation = features.operations.includes('init') ? 'init' : list;
  const [encoding] = operation === undefined ? [] : listCallFormats(features, operation);
  if (operation === undefined || encoding === undefined) return null;
  const call = (request: DataRecord): AskedCall => ({ operation, ...encoding, request });
  if (operation === 'init') {
    const another = () => call(initOfMany(random));
    return { asked: another(), isLongRequest: true, another };
  }
  const n = Math.min(OBJECTS, context.about.features.maxN);
  const another = () => call({ n: Math.max(1, n - Math.floor(random() * 0.05 * n)) });
  return { asked: call({ n }), isLongRequest: false, another };
}

function initOfMany(random: Random): DataRecord {
  const keys = Array.from(
    { length: KEYS },
    () => PROPERTY_KEYS[Math.floor(random() * PROPERTY_KEYS.length)]!,
  );
  return { id: String(random()), language: 'de', keys };
}

export interface TimedCall {
  readonly phases: ServerPhases;
  readonly decodeMs: number;
  /** As the header was written. */
  readonly serverTiming: string;
  readonly firstByteMs: number;
}

/** Throws where the answer is no answer: other checks have said so already. */
export async function timedCall({ client }: CallLook, asked: AskedCall): Promise<TimedCall> {
  const reply = await sendCall(client, asked);
  const serverTiming = String(reply.headers['server-timing'] ?? '');
  const phases = parseServerTiming(serverTiming);
  if (reply.status !== 200 || phases?.decodeMs === undefined)
    throw new Error(`${asked.operation}: status ${reply.status}, Server-Timing "${serverTiming}"`);
  return { phases, decodeMs: phases.decodeMs, serverTiming, firstByteMs: reply.firstByteMs };
}

export function sumOfPhasesMs({ phases, decodeMs }: TimedCall): number {
  return decodeMs + phases.computeMs + phases.encodeMs + phases.compressMs;
}
