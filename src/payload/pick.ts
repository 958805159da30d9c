// Picks the part of a document that --path names: `data.items`, `results[0].rows`, `["unit price"]`.

import { type Problem, UserError } from '../base/errors.ts';
import { plural } from '../base/figures/plurals.ts';
import { nearest } from '../base/spelling.ts';
import type { DataRecord, DataValue } from '../data/schema.ts';
import { pathStep } from './json/explain.ts';
import { printable, quoted } from './source-text.ts';

type Step = string | number;

const STEP = /(?:^|\.)([^.[\]"]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;
const MOST_KEYS = 20;

/**
 * Throws if the path is invalid or leads nowhere, and says what is there instead. `file` names the document
 * in messages.
 */
export function pick(value: DataValue, path: string, file: string): DataValue {
  let picked = value;
  let walked = '';
  for (const step of parsePath(path)) {
    picked = takeStep(
      picked,
      step,
      (problem) => new UserError([{ file, path: walked === '' ? '--path' : `--path ${walked}`, ...problem }]),
    );
    walked += typeof step === 'number' ? `[${step}]` : pathStep(step);
    walked = walked.replace(/^\./, '');
  }
  return picked;
}

/** `$` stands for the document, as in JSONPath; `$id` is a key. */
function parsePath(path: string): Step[] {
  const steps: Step[] = [];
  const text = path.replace(/^\$(\.(?=.)|(?=\[|$))/, '');
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const match = STEP.exec(text);
    if (match === null)
      throw new UserError([
        {
          file: '--path',
          path: '',
          what: `${quoted(path)} is no path; one is written data.items, results[0].rows or ["unit price"]`,
        },
      ]);
    const [, name, index, key] = match;
    steps.push(name ?? (index === undefined ? (JSON.parse(key!) as string) : Number(index)));
  }
  return steps;
}

type Refuse = (problem: Pick<Problem, 'what' | 'allowed' | 'nearest'>) => UserError;

function takeStep(value: DataValue, step: Step, refuse: Refuse): DataValue {
  if (Array.isArray(value)) {
    if (typeof step === 'string')
      throw refuse({
        what: `an array of ${value.length} stands here, which has no ${quoted(step)}; [0] is its first`,
      });
    if (step >= value.length)
      throw refuse({
        what: `the array has ${value.length} ${plural(value.length, 'value')} only, so there is no [${step}]`,
      });
    return value[step]!;
  }
  if (typeof value !== 'object' || value === null)
    throw refuse({ what: `${quoted(value)} stands here, which has nothing inside` });
  const record = value as DataRecord;
  const key = String(step);
  if (Object.hasOwn(record, key)) return record[key]!;
  const keys = Object.keys(record);
  const near = nearest(key, keys);
  const more = keys.length > MOST_KEYS ? [`and ${keys.length - MOST_KEYS} more`] : [];
  throw refuse({
    what: `there is no ${quoted(key)} here`,
    allowed: [...keys.slice(0, MOST_KEYS).map(printable), ...more],
    ...(near === null ? {} : { nearest: printable(near) }),
  });
}
