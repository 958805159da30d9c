// --n: so many records of somebody's own list.

import { type Problem, UserError } from '../../base/errors.ts';
import { plural } from '../../base/figures/plurals.ts';
import { quoted } from '../../base/spelling.ts';
import { mostResampled } from '../../data/resample.ts';
import { payloadDigest, storedPayload } from '../../data/store/payload-store.ts';
import type { Payload } from '../../payload/payload.ts';
import { sayCopies } from '../../study/cells/repeated-payload.ts';

/** A whole number from 1 up; null where it is not given, or wrong, which is added to `problems`. */
export function typedN(text: string | undefined, problems: Problem[]): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  problems.push({ file: '--n', path: '', what: `${quoted(text)} is not a whole number from 1 up` });
  return null;
}

/** The same with n records, resampled as a run would; throws where it is no list or n is too large. */
export function withN(payload: Payload, n: number | null): Payload {
  if (n === null) return payload;
  if (payload.shape !== 'list') throw wrongN(`${payload.source} is no list of records, so it has no n`);
  const records = payload.value as readonly unknown[];
  const most = mostResampled(records.length);
  if (n > most)
    throw wrongN(
      `${n} is more than the ${most} that its ${records.length} ${plural(records.length, 'record is', 'records are')} resampled to`,
    );
  return {
    ...payload,
    value: storedPayload(payload, payloadDigest(payload)).body(n, 0),
    notes: [...payload.notes, ...sayCopies(n, records.length)],
  };
}

function wrongN(what: string): UserError {
  return new UserError([{ file: '--n', path: '', what }]);
}
