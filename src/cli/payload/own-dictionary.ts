// --dictionary: an answer from before that both ends have, read as the payload is.

import type { Host } from '../../base/host.ts';
import type { Payload } from '../../payload/payload.ts';
import { readPayload } from '../../payload/read-payload.ts';
import type { ReadOptions } from '../../payload/source.ts';
import { requireAnswerBefore, withDictionary } from '../../payload/with-dictionary.ts';
import { readSurroundings } from './payload-flags.ts';

const FLAG = '--dictionary';

/**
 * Under its own name; null without a source. Throws a UserError where it is no answer from before the
 * payload.
 */
export async function readBefore(
  payload: Payload,
  source: string | undefined,
  { name: _, ...options }: ReadOptions,
  host: Host,
): Promise<Payload | null> {
  if (source === undefined) return null;
  const before = await readPayload([source], options, readSurroundings(host));
  requireAnswerBefore(payload, before, FLAG);
  return before;
}

/** The payload itself without a source. Throws likewise. */
export async function withAnswerBefore(
  payload: Payload,
  source: string | undefined,
  options: ReadOptions,
  host: Host,
): Promise<Payload> {
  const before = await readBefore(payload, source, options, host);
  return before === null ? payload : withDictionary(payload, before, FLAG);
}
