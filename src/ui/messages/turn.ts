// The page's turn to measure: asked for before anything is sent, and given back afterwards. What is sent
// beside a run of the lab would disturb it, and be disturbed.

import type { TurnLine } from './turn-line.ts';

/** As `askLines` of the lab: each line as it comes, until the connection ends. */
export type AskTurn = (signal: AbortSignal) => AsyncIterable<TurnLine>;

/** Why a turn is over that nobody here has stopped or given back. */
export class TurnEnd extends Error {}

// A lab that ends stops what goes on first, so that both look the same from here.
const STOPPED = 'Stopped by another page, or since the lab ends.';
const LOST = 'The lab has ended, or the connection to it broke.';

/**
 * Resolves, when it is this page's turn, with how to give it back; null where `stopping` came first. A turn
 * that the lab takes away, or that is lost, aborts `stopping` with a TurnEnd. Rejects where the lab refuses
 * or does not answer.
 */
export async function takeTurn(
  ask: AskTurn,
  stopping: AbortController,
  onWait: (waitsFor: string) => void,
): Promise<(() => void) | null> {
  const connection = new AbortController();
  const leave = () => connection.abort();
  stopping.signal.addEventListener('abort', leave, { once: true });
  const lines = ask(connection.signal)[Symbol.asyncIterator]();
  const end = (why: string) => {
    if (!connection.signal.aborted) stopping.abort(new TurnEnd(why));
    return null;
  };
  let hasAnswered = false;
  try {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) return end(LOST);
      if (stopping.signal.aborted) return null;
      if (value.state === 'going') break;
      if (value.state !== 'waiting') return end(STOPPED);
      hasAnswered = true;
      onWait(value.waitsFor ?? 'another run');
    }
  } catch (thrown) {
    if (stopping.signal.aborted) return null;
    if (hasAnswered) return end(LOST);
    throw thrown;
  }
  void untilTaken(lines).then(end);
  return () => {
    stopping.signal.removeEventListener('abort', leave);
    leave();
  };
}

/** Why it is over. */
async function untilTaken(lines: AsyncIterator<TurnLine>): Promise<string> {
  try {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) return LOST;
      if (value.state !== 'going') return STOPPED;
    }
  } catch {
    return LOST;
  }
}
