// GET /poll: the messages from a number on that are due, or a wait for one.

import type { Clock } from '../../../base/clock.ts';
import { sendBytes, sendNothing, type TargetResponse } from '../../send.ts';
import { callWhenDue } from '../call-when-due.ts';
import { messagesDue } from '../pump.ts';
import type { Sequence } from '../sequence.ts';
import { framed } from './response-outlet.ts';

/** An answer has as many messages as fit, and at least one. */
const MOST_BYTES = 1_000_000;

/** After this time the client asks again. */
export const LONGEST_WAIT_MS = 20_000;

/** `from` is the number of the first wanted message; all before it have arrived. */
export function answerPoll(response: TargetResponse, sequence: Sequence, from: number, clock: Clock): void {
  const untilMs = clock.nowMs() + LONGEST_WAIT_MS;
  let stopWaiting = () => {};
  const unwatch = sequence.watch(() => tryNow());
  const done = () => {
    unwatch();
    stopWaiting();
  };
  const tryNow = () => {
    stopWaiting();
    if (response.destroyed || response.headersSent) return done();
    const { spec, beganMs } = sequence;
    const nowMs = clock.nowMs();
    const due = beganMs === null ? 0 : messagesDue(spec, beganMs, nowMs, from + 1);
    const isOver = from >= spec.messages || sequence.isOver || sequence.failure !== null || nowMs >= untilMs;
    if (isOver || due > from) {
      done();
      if (isOver) sendNothing(response);
      else sendMessages(response, sequence, from, due);
      return;
    }
    const dueMs =
      spec.mode === 'paced' && beganMs !== null
        ? beganMs + ((from + 1) * 1_000) / spec.ratePerSecond!
        : untilMs;
    stopWaiting = callWhenDue(clock, Math.min(dueMs, untilMs), sequence.isAlone, tryNow);
  };
  response.once('close', done);
  tryNow();
}

function sendMessages(response: TargetResponse, sequence: Sequence, from: number, due: number): void {
  const frames: Uint8Array[] = [];
  let bytes = 0;
  let place = from;
  for (; place < due; place++) {
    const frame = framed(sequence.polledMessage(place));
    if (frames.length > 0 && bytes + frame.length > MOST_BYTES) break;
    frames.push(frame);
    bytes += frame.length;
  }
  sequence.polledUpTo(place);
  sendBytes(response, frames.length === 1 ? frames[0]! : Buffer.concat(frames, bytes));
}
