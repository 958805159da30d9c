// One sequence as its client steers it: made, begun, asked after, ended.

import type { SequenceMade, SequenceSpec, SequenceState } from '../../wire/sequence.ts';
import type { PlainClient } from './plain-client.ts';

export interface PlainSequence {
  readonly spec: SequenceSpec;
  readonly id: string;
  readonly cycle: number;
  begin(): Promise<SequenceState>;
  /** The number sent. */
  next(): Promise<number>;
  state(untilReceived?: boolean): Promise<SequenceState>;
  end(): Promise<SequenceState>;
}

/** Each of these rejects where the answer is no 200 with what the contract says. */
export async function makeSequence(client: PlainClient, spec: SequenceSpec): Promise<PlainSequence> {
  const made = (await json(client, 'POST', '/sequence', JSON.stringify(spec))) as Partial<SequenceMade>;
  const { sequence: id, cycle } = made;
  if (typeof id !== 'string' || typeof cycle !== 'number')
    throw new Error(`POST /sequence: answered ${JSON.stringify(made)}`);
  const step = async (method: string, path: string) =>
    parseState(path, await json(client, method, `${path}${path.includes('?') ? '&' : '?'}sequence=${id}`));
  return {
    spec,
    id,
    cycle,
    begin: () => step('POST', '/sequence/begin'),
    next: async () => Number(await json(client, 'POST', `/sequence/next?sequence=${id}`)),
    state: (untilReceived = false) => step('GET', untilReceived ? '/sequence?until=received' : '/sequence'),
    end: () => step('POST', '/sequence/end'),
  };
}

async function json(client: PlainClient, method: string, path: string, body?: string): Promise<unknown> {
  const { status, body: text } = await client.ask(method, path, body);
  if (status !== 200)
    throw new Error(`${method} ${path}: answered ${status} ${text.toString('utf8', 0, 200)}`);
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    throw new Error(`${method} ${path}: no JSON: ${text.toString('utf8', 0, 200)}`);
  }
}

const COUNTS = ['sent', 'received', 'reordered', 'encodeMs', 'decodeMs', 'checkMs', 'nowMs'] as const;
const COUNTS_OR_NULL = ['cpuMs', 'bytesReceived', 'bytesSent', 'beganMs'] as const;

function parseState(path: string, value: unknown): SequenceState {
  const state = value as SequenceState;
  const wrong = [
    ...COUNTS.filter((name) => typeof state[name] !== 'number'),
    ...COUNTS_OR_NULL.filter((name) => state[name] !== null && typeof state[name] !== 'number'),
    ...(state.failure === null || typeof state.failure === 'string' ? [] : ['failure']),
  ];
  if (wrong.length === 0) return state;
  throw new Error(`${path}: the state lacks ${wrong.join(', ')}: ${JSON.stringify(value)}`);
}
