// Opens what carries the messages. Where nothing comes that says so, the target is asked whether it has sent:
// then something between keeps back what it should pass on.

import { CARRIES } from '../../wire/sequence.ts';
import type { Channel, Opening, Transport } from './channel.ts';
import { urlOf } from './channel.ts';
import type { SequenceControl } from './control.ts';
import type { Outgoing } from './outgoing.ts';
import { SequenceFailure } from './sequence-failure.ts';
import type { SequenceOrder } from './sequence-order.ts';

/** Longer than opening takes over any link there is: three round trips of 2 s, and a handshake of TLS. */
const READY_MS = 8_000;
/**
 * What the target sends on being asked is given so long to arrive, and no longer than what is left of the
 * timeout.
 */
const THEN_MS = 1_000;

export async function openChannel(
  transport: Transport,
  opening: Opening,
  order: SequenceOrder,
  control: SequenceControl,
  outgoing: Outgoing | null,
  timeoutMs: number,
): Promise<Channel> {
  const opened = transport.open(opening);
  const path = streamOf(order);
  if (path === null) return opened;
  const early = await withinMs(Math.min(READY_MS, timeoutMs / 2), opened);
  if (early !== null) return early;
  const sent = await sentOnAsking(opening, control, outgoing, opened, Math.min(THEN_MS, timeoutMs / 4));
  if (sent === 0) throw new SequenceFailure('timed-out', `the answer to GET ${path} has not begun`);
  throw new SequenceFailure(
    'failed',
    `the target has sent ${sent} over GET ${path}, and nothing of it has arrived, not even what says that it is open: ` +
      'something between keeps it back (a proxy that buffers?)',
  );
}

/** The path whose answer goes on and begins with a sign that it is open; null where there is none. */
function streamOf({ transport }: SequenceOrder): string | null {
  const { endpoints } = CARRIES[transport];
  if (endpoints.includes('sse')) return '/events';
  return endpoints.includes('stream') ? '/stream' : null;
}

/**
 * Begins, which spoils the sequence, and has the target send what it can. Answers how many messages it has
 * sent.
 */
async function sentOnAsking(
  opening: Opening,
  control: SequenceControl,
  outgoing: Outgoing | null,
  opened: Promise<Channel>,
  thenMs: number,
): Promise<number> {
  const { signal } = opening;
  await control.begin();
  if (outgoing !== null)
    await fetch(urlOf(opening, '/message'), { method: 'POST', body: outgoing.at(0), signal });
  else if (opening.spec.mode === 'ping-pong') await control.next();
  if ((await withinMs(thenMs, opened)) !== null) return 0;
  return (await control.state()).sent;
}

/** null where it takes longer. */
async function withinMs<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
