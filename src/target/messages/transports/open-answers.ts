// GET /events and GET /stream: answers that go on as long as the sequence.

import type { TargetResponse } from '../../send.ts';
import {
  beginAlone,
  type MessageRequest,
  refuseRequest,
  refuseSequence,
  sequenceOrStandAlone,
} from '../message-request.ts';
import type { Outlet } from '../outlet.ts';
import type { Sequence } from '../sequence.ts';
import { eventsOutlet, streamOutlet } from './response-outlet.ts';

export function answerEvents(incoming: MessageRequest): void {
  answerWhileOpen(incoming, true, (response, { spec }) => {
    // The random content that the target makes has no line ends.
    const isOneLine = spec.content.kind === 'random' && spec.direction === 'server-to-client';
    return eventsOutlet(response, isOneLine);
  });
}

export function answerStream(incoming: MessageRequest): void {
  answerWhileOpen(incoming, false, streamOutlet);
}

function answerWhileOpen(
  incoming: MessageRequest,
  wantsText: boolean,
  open: (response: TargetResponse, sequence: Sequence) => Outlet,
): void {
  const { response } = incoming;
  const { sequence, isAlone } = sequenceOrStandAlone(incoming);
  try {
    refuseToOpen(sequence, wantsText);
  } catch (refusal) {
    if (isAlone) sequence.forget();
    throw refusal;
  }
  const outlet = open(response, sequence);
  response.once('close', () => sequence.detached(outlet, 'the client closed its connection'));
  sequence.attach(outlet);
  if (isAlone) beginAlone(sequence, response);
}

function refuseToOpen({ spec, prepared, hasOutlet }: Sequence, wantsText: boolean): void {
  if (hasOutlet) refuseSequence('has its way to the client already');
  if (spec.direction === 'client-to-server') refuseSequence('goes to the server alone');
  if (!wantsText || prepared.isText) return;
  refuseRequest({ status: 501, detail: 'Server-Sent Events carry text alone', parameter: 'sequence' });
}
