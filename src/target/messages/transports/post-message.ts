// POST /message: a message that comes as a request of its own.

import { MESSAGE_LIMITS } from '../../../wire/sequence.ts';
import { readBody } from '../../body.ts';
import { sendText, type TargetResponse } from '../../send.ts';
import {
  answerRefusals,
  type MessageRequest,
  refuseRequest,
  refuseSequence,
  sequenceFromQuery,
} from '../message-request.ts';
import type { Sequence } from '../sequence.ts';

const { mostBytes } = MESSAGE_LIMITS;

export function answerMessage(incoming: MessageRequest): void {
  const sequence = sequenceFromQuery(incoming);
  refuseToTake(sequence);
  readBody(incoming.request, mostBytes, (body) => {
    answerRefusals(incoming, () => {
      if (body === null) return tooLong(sequence);
      sequence.take(body, false);
      whenThereIsRoom(sequence, incoming.response, String(sequence.inlet.received));
    });
  });
}

function refuseToTake({ spec, hasOutlet }: Sequence): void {
  if (spec.direction === 'server-to-client') refuseSequence('goes to the client, not to the server');
  if (spec.direction === 'both-ways' && !hasOutlet)
    refuseSequence('goes both ways: open /events before the first message');
}

function tooLong(sequence: Sequence): never {
  const detail = `a message of more than ${mostBytes} bytes`;
  sequence.fail(`${detail} came`);
  refuseRequest({ status: 413, detail });
}

/**
 * Answers when there is room. The client sends the next message only after that, so it cannot send more than
 * it takes back.
 */
function whenThereIsRoom(sequence: Sequence, response: TargetResponse, text: string): void {
  if (!sequence.isFull) {
    sendText(response, text);
    return;
  }
  const unwatch = sequence.watch(() => {
    if (sequence.isFull && !sequence.isOver && sequence.failure === null) return;
    unwatch();
    sendText(response, text);
  });
  response.once('close', unwatch);
}
