// The text of `wirefare plan --claims`: each published claim with the cells that it needs, and what it takes
// by itself.

import { percent } from '../../base/figures/numbers.ts';
import { count, listed as inWords, plural } from '../../base/figures/plurals.ts';
import { sayDuration } from '../../base/figures/times.ts';
import { type CellPair, cellsOfPair } from '../../plan/claims/claim-cells.ts';
import type { ClaimCost, WholeCost } from '../../plan/claims/claim-costs.ts';
import type { Plan } from '../../plan/plan.ts';
import { listed, wrapped } from '../../plan/say/wrap.ts';
import { publishedRange } from '../../report/words/published.ts';
import type { Study } from '../../study/study.ts';
import { sayStandIn } from '../../summary/claims/claims.ts';
import { slopeName } from '../../summary/claims/slopes.ts';

const WIDTH = 80;
const INDENT = '     ';
/** More pairs than this of a claim are counted, not listed. */
const MOST_PAIRS_LISTED = 4;

export function sayClaims(study: Study, { cells }: Plan, whole: readonly WholeCost[]): string {
  const costs = whole.flatMap(({ ratios }) => ratios);
  const needed = new Set(costs.flatMap((cost) => cost.cells));
  const planned = cells.filter(({ twinOf, skip }) => twinOf === null && skip === null);
  const browsers = [...new Set([...needed].map(({ factors }) => factors.browser))];
  const head = [
    `${study.name}: ${study.title}`,
    `${costs.length} published ${plural(costs.length, 'ratio')}. All together they need ${needed.size} of the ${count(planned.length, 'cell')} that this plan measures.`,
    `The time is that of a run of the one alone${browsers.length < 2 ? '' : `, in ${inWords(browsers)}: reproduce takes the one that the study's file names first, as does --only browser=${browsers[0]}`}. It is reckoned on a quiet machine until the interval is as narrow as is said with it: so narrow that it decides the claim, should the ratio come out as published. Where no figure was published, that is the study's precision, and a ratio nearer to its border takes longer.`,
    ...(whole.length === 0
      ? []
      : [`Claim by claim: ${whole.map(({ id, togetherMs }) => `${id} ${sayTime(togetherMs)}`).join(', ')}.`]),
  ];
  return [
    ...head.flatMap((text) => wrapped(text, '', WIDTH)),
    '',
    ...whole.flatMap((claim) => [
      ...sayWhole(claim),
      ...claim.ratios.flatMap((cost) => [...sayClaim(study, cost), '']),
    ]),
  ].join('\n');
}

function sayTime(ms: number | null): string {
  return ms === null ? '–' : sayDuration(ms);
}

/** Of a claim that is one ratio, that says it all. */
function sayWhole({ id, says, ratios, togetherMs }: WholeCost): readonly string[] {
  if (ratios.length === 1) return [];
  const time = togetherMs === null ? [] : [`about ${sayDuration(togetherMs)} together`];
  const head = [`${id}  ${count(ratios.length, 'ratio')}`, ...time];
  return [...listed(head, '', WIDTH), ...wrapped(says, INDENT, WIDTH), ''];
}

function sayClaim(study: Study, { claim, pairs, cells, precision, aloneMs }: ClaimCost): string[] {
  const { wanted, there, standsIn } = pairs;
  const isShare = claim.shareOf !== undefined;
  const missing = wanted.filter((pair) => !there.includes(pair));
  const predicted = missing.filter(isPredicted);
  const head = [
    `${claim.id}  published ${publishedRange({ published: claim.published, ...(isShare && { isShare }) })}`,
    ...(there.length === 0
      ? [predicted.length > 0 ? 'predicted' : 'not measured here']
      : [
          `${there.length} ${isShare ? plural(there.length, 'share') : plural(there.length, 'pair')} of ${cells.length} ${plural(cells.length, 'cell')}`,
          aloneMs === null ? 'no time would do' : `about ${sayDuration(aloneMs)} ${sayPrecision(precision)}`,
        ]),
  ];
  return [
    ...listed(head, '', WIDTH),
    ...wrapped(claim.says, INDENT, WIDTH),
    ...(claim.reading === undefined ? [] : wrapped(`Read as: ${claim.reading}`, INDENT, WIDTH)),
    ...(standsIn && there.length > 0
      ? wrapped(`on ${sayStandIn(claim, study.networks)}`, INDENT, WIDTH)
      : []),
    ...sayPairs(there, isShare),
    ...(predicted.length === 0
      ? []
      : [`${INDENT}${predicted.length} ${plural(predicted.length, 'pair')} predicted`]),
    ...sayMissing(missing.filter((pair) => !predicted.includes(pair))),
  ];
}

/** Bytes, and what lies far from every border. */
const WIDE = 0.5;

function sayPrecision(precision: number | null): string {
  return precision === null || precision > WIDE ? 'for four sessions' : `for ±${percent(precision)}`;
}

function sayPairs(pairs: readonly CellPair[], isShare: boolean): string[] {
  const shown = pairs.slice(0, MOST_PAIRS_LISTED).map((pair) => sayPair(pair, isShare));
  const more = pairs.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more (--json lists all)`] : [])].flatMap((line) =>
    wrapped(line, INDENT, WIDTH),
  );
}

/** `xml n=10 / json n=10`; of a share the one cell, of a slope the differences. */
function sayPair({ numerator, denominator, from }: CellPair, isShare: boolean): string {
  if (isShare) return numerator.id;
  if (from === undefined) return `${numerator.id} / ${denominator.id}`;
  return `(${slopeName(numerator, from.numerator)}) / (${slopeName(denominator, from.denominator)})`;
}

/** By the design of the study: nothing of it is lacking, and a cell of it is left to the model. */
function isPredicted(pair: CellPair): boolean {
  const skipped = cellsOfPair(pair).filter(({ skip }) => skip !== null);
  return skipped.every(({ role }) => role?.kind === 'predicted');
}

function sayMissing(missing: readonly CellPair[]): string[] {
  const reasons = missing.flatMap((pair) => [
    ...new Set(cellsOfPair(pair).flatMap(({ skip }) => skip ?? [])),
  ]);
  return [...Map.groupBy(reasons, (reason) => reason)].flatMap(([reason, { length }]) =>
    wrapped(`${length} ${plural(length, 'pair')} left out: ${reason}`, INDENT, WIDTH),
  );
}

/** The same for programs. */
export function claimRows(whole: readonly WholeCost[]): readonly ClaimRow[] {
  return whole.flatMap((one) => one.ratios.map((cost) => claimRow(cost, one)));
}

function claimRow({ claim, pairs, cells, precision, aloneMs }: ClaimCost, whole: WholeCost): ClaimRow {
  return {
    id: claim.id,
    claim: whole.id,
    claimMs: whole.togetherMs,
    says: claim.says,
    published: claim.published,
    standsIn: pairs.standsIn,
    precision,
    aloneMs,
    cells: cells.map(({ id }) => id),
    pairs: pairs.wanted.map((pair) => ({
      numerator: pair.numerator.id,
      denominator: pair.denominator.id,
      ...(pair.from !== undefined && {
        from: { numerator: pair.from.numerator.id, denominator: pair.from.denominator.id },
      }),
      skip: cellsOfPair(pair).find(({ skip }) => skip !== null)?.skip ?? null,
      ...(cellsOfPair(pair).some(({ role }) => role?.kind === 'predicted') && { isPredicted: true as const }),
    })),
  };
}

export interface ClaimRow extends Pick<ClaimCost['claim'], 'id' | 'says' | 'published'> {
  /** The claim that it is a ratio of, and what all of its ratios take together, ms. */
  readonly claim: string;
  readonly claimMs: number | null;
  readonly standsIn: boolean;
  /** Half the width of the interval that `aloneMs` makes, as a share; null where four sessions tell it. */
  readonly precision: number | null;
  readonly aloneMs: number | null;
  readonly cells: readonly string[];
  readonly pairs: readonly {
    readonly numerator: string;
    readonly denominator: string;
    /** Of a slope: from which cells it rises. */
    readonly from?: { readonly numerator: string; readonly denominator: string };
    /** Why it is not measured here; null where it is. */
    readonly skip: string | null;
    /** A cell of it is left to the model. */
    readonly isPredicted?: true;
  }[];
}
