// Whether a study measures every cell, or what a model needs and leaves the rest to predictions
// (src/plan/design/).

import { listed } from '../base/figures/plurals.ts';
import { type Study, urlNames } from './study.ts';

export const DESIGNS = ['full', 'predicted'] as const;
export type Design = (typeof DESIGNS)[number];

/** What a study asks for that no study by design can give; empty where there is nothing. */
export function designProblems({ protocol, ...study }: Study): readonly string[] {
  if (protocol.design !== 'predicted') return [];
  const asked = FULL_ONLY.filter((key) => study[key] !== undefined);
  const urls = urlNames(study);
  const problems = asked.map(
    (key) =>
      `${key} and design: predicted contradict each other: ${key} is of items that were measured in every cell; take one of the two away, or measure everything (design: full)`,
  );
  if (urls.length > 0)
    problems.push(
      `${listed(urls)} and design: predicted contradict each other: what a URL answers is measured and not predicted; take one of the two away, or measure everything (design: full)`,
    );
  if (protocol.sessions !== 1) return problems;
  const few =
    '1 session and design: predicted contradict each other: what one session took says nothing of the next, so nothing could be predicted; leave sessions out, or ask for 4 or more';
  return [...problems, few];
}

/** Told of the items of cells one by one. */
const FULL_ONLY = ['index', 'indicators', 'publishedFigures'] as const;
