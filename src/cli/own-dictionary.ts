// --dictionary: an answer from before that both ends have, read as the payload is.

import type { Host } from '../base/host.ts';
import type { Payload } from '../payload/payload.ts';
import { readPayload } from '../payload/read-payload.ts';
import type { ReadOptions } from '../payload/source.ts';
import { withDictionary } from '../payload/with-dictionary.ts';
import { readSurroundingsOf } from './payload-flags.ts';

/** Under its own name. */
export function readBefore(
  source: string,
  { name: _, ...options }: ReadOptions,
  host: Host,
): Promise<Payload> {
  return readPayload([source], options, readSurroundingsOf(host));
}

/** The payload itself without a source. Throws a UserError where it is no answer from before. */
export async function withAnswerBefore(
  payload: Payload,
  source: string | undefined,
  options: ReadOptions,
  host: Host,
): Promise<Payload> {
  if (source === undefined) return payload;
  return withDictionary(payload, await readBefore(source, options, host), '--dictionary');
}
