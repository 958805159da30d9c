// The page's turn to measure: asked for before anything is sent, and given back afterwards. What is sent
// beside a run of the lab would disturb it, and be disturbed.

import type { TurnLine } from './turn-line.ts';

/** As `askLines` of the lab: each line as it comes, until the connection ends. */
export type AskTurn = (signal: AbortSignal) => AsyncIterable<TurnLine>;

/**
 * Resolves, when it is this page's turn, with how to give it back; null where `stopping` came first. A turn
 * that the lab takes away aborts `stopping`. Rejects where the lab refuses or does not answer.
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
  try {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true || stopping.signal.aborted) return null;
      if (value.state === 'going') break;
      if (value.state !== 'waiting') return null;
      onWait(value.waitsFor ?? 'another run');
    }
  } catch (thrown) {
    if (stopping.signal.aborted) return null;
    throw thrown;
  }
  void untilTaken(lines).then(() => {
    if (!connection.signal.aborted) stopping.abort();
  });
  return () => {
    stopping.signal.removeEventListener('abort', leave);
    leave();
  };
}

/** Until it is over in another tab, or the lab is gone. */
async function untilTaken(lines: AsyncIterator<TurnLine>): Promise<void> {
  try {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true || value.state !== 'going') return;
    }
  } catch {
    // Given back, or the lab has ended.
  }
}
