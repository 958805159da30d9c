// A request of the message endpoints, and the sequence that it names.

import type { Socket } from 'node:net';
import { messageOf } from '../../base/errors.ts';
import { rawSocket } from '../connections.ts';
import { Refusal, readParameters } from '../parameters.ts';
import { badParameter, type RequestProblem } from '../problem.ts';
import { sendProblem, type TargetRequest, type TargetResponse } from '../send.ts';
import { prepare } from './prepared.ts';
import type { Sequence } from './sequence.ts';
import type { Sequences } from './sequences.ts';
import { readStandAlone } from './spec.ts';

export interface MessageRequest {
  readonly request: TargetRequest;
  readonly response: TargetResponse;
  /** The query, without its question mark. */
  readonly search: string;
  readonly sequences: Sequences;
}

/** The parts of a message request that a request for a WebSocket has too. */
export type SequenceRequest = Pick<MessageRequest, 'search' | 'sequences'> & {
  readonly request: { readonly socket: Parameters<typeof rawSocket>[0] };
};

/** Answers refusals. Any other failure ends this request alone. */
export function answerRefusals(incoming: MessageRequest, act: () => void): void {
  const { request, response, sequences } = incoming;
  try {
    act();
  } catch (thrown) {
    // The rest of the body is read and thrown away, so that the connection can go on.
    request.resume();
    if (thrown instanceof Refusal) {
      sendProblem(response, thrown.problem);
      return;
    }
    sequences.parts.onFailure(thrown);
    if (response.headersSent) response.destroy();
    else sendProblem(response, { status: 500, detail: messageOf(thrown) });
  }
}

export function refuseRequest(problem: RequestProblem): never {
  throw new Refusal(problem);
}

export function refuseSequence(detail: string): never {
  throw new Refusal(badParameter('sequence', detail));
}

/** The sequence that a request names, which now belongs to it. Throws a Refusal. */
export function takeSequence(
  { request, sequences }: SequenceRequest,
  parameters: ReadonlyMap<string, string>,
): Sequence {
  const id = parameters.get('sequence') ?? refuseSequence('is missing');
  const sequence =
    sequences.get(id) ?? refuseSequence(`${JSON.stringify(id)}: there is none of that name (any more)`);
  sequence.traffic.add(rawSocket(request.socket));
  return sequence;
}

/** The sequence of a request that has no other parameter. Throws a Refusal. */
export function sequenceFromQuery(incoming: SequenceRequest): Sequence {
  return takeSequence(incoming, readParameters(incoming.search, ['sequence']));
}

/**
 * The sequence that the query names or, if it names none, a new one to the client that the query describes.
 * Throws a Refusal.
 */
export function sequenceOrStandAlone(incoming: SequenceRequest): { sequence: Sequence; isAlone: boolean } {
  const { search, sequences } = incoming;
  if (/(^|&)sequence=/.test(search)) return { sequence: sequenceFromQuery(incoming), isAlone: false };
  const spec = readStandAlone(search);
  sequences.refuseWhereFull();
  return { sequence: sequences.add(spec, prepare(spec, sequences.parts)), isAlone: true };
}

/** Begins at once and ends the connection after the last message. */
export function beginAlone(sequence: Sequence, connection: Closing): void {
  sequence.watch(() => {
    if (sequence.sent === sequence.spec.messages || sequence.failure !== null) sequence.forget();
  });
  connection.once('close', () => sequence.forget());
  sequence.begin(() => {});
}

interface Closing {
  once(event: 'close', listener: () => void): unknown;
}

/**
 * The connection of an HTTP/1.1 request; null over HTTP/2, where a connection carries other requests at the
 * same time.
 */
export function http1Connection({ httpVersionMajor, socket }: TargetRequest): Socket | null {
  return httpVersionMajor < 2 ? rawSocket(socket) : null;
}
