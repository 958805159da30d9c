// POST /message: a message that comes as a request of its own.

import { MESSAGE_LIMITS } from '../../wire/sequence.ts';
import { sendText, type TargetResponse } from '../send.ts';
import { guarded, type MessageRequest, refuse, refuseSequence, sequenceAlone } from './asked.ts';
import { readBody } from './body.ts';
import type { Sequence } from './sequence.ts';

const { mostBytes } = MESSAGE_LIMITS;

export function answerMessage(asked: MessageRequest): void {
  const sequence = sequenceAlone(asked);
  refuseToTake(sequence);
  readBody(asked.request, mostBytes, (body) => {
    guarded(asked, () => {
      if (body === null) return tooLong(sequence);
      sequence.take(body, false);
      whenThereIsRoom(sequence, asked.response, String(sequence.inlet.received));
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
  refuse({ status: 413, detail });
}

/**
 * The client sends the next one only when this is answered, so that it cannot send more than it takes back.
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
