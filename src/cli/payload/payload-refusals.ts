// Formats that cannot carry some of a study's own data, or the messages of a call: their cells are planned
// and skipped with the reason.

import type { Host } from '../../base/host.ts';
import { callForDataset } from '../../data/calls.ts';
import type { Cell } from '../../factors/cell.ts';
import { NO_CODEC } from '../../factors/codec.ts';
import { formatNamed } from '../../formats/catalogue.ts';
import { refusalOf, whyRefused } from '../../formats/shared/refusal.ts';
import { payloadOpener } from '../../run/sessions/checks/expected-objects.ts';
import { ownPayload, type PayloadRef } from '../../study/study.ts';
import { dataDirectory } from '../surroundings/run-context.ts';
import { StudyOffers } from './offered-path.ts';

/**
 * Why the cell's format cannot carry its data, and the path by which it would carry a part of them; null
 * where it can, and for generated lists, which every format carries. Looks at all values, once for each
 * format and encoder. Throws an EnvironmentError where the data are no longer kept.
 */
export function payloadRefusals(
  payloads: readonly PayloadRef[],
  host: Pick<Host, 'env' | 'tempDir'>,
): (factors: Cell) => string | null {
  const opened = payloadOpener(dataDirectory(host));
  const offers = new StudyOffers((digest) => opened(digest).body(1, 0));
  const known = new Map<string, string | null>();
  return (factors) => {
    const { format, encoder } = factors;
    const own = ownPayload(factors, payloads);
    if (own === undefined) return callRefusal(factors);
    // Somebody else's server has encoded them.
    if (encoder === NO_CODEC) return null;
    const key = `${own.digest} ${own.path} ${format} ${encoder}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const reason = refusalOf(opened(own.digest), format, encoder);
    const refusal = reason === null ? null : reason + offers.say(own, format, encoder);
    known.set(key, refusal);
    return refusal;
  };
}

/** A program that is a client has classes of its own for what it sends. */
function callRefusal({ kind, dataset, format: name, codec }: Cell): string | null {
  const call = kind === 'call' ? callForDataset(dataset) : null;
  if (call === null) return null;
  const { encoders, codecs } = formatNamed(name);
  if (!codecs.some((each) => each.name === codec)) return null;
  const request = call.request(1);
  return (
    whyRefused(encoders[0]!, call.requestSchema, [request]) ??
    whyRefused(encoders[0]!, call.answerSchema, [call.answer(request)])
  );
}
