// What was published, as text: a study's ratios, and its own protocol on our samples.

import { grouped, percent } from '../../base/figures/numbers.ts';
import { between, factor, isKnown, times } from '../../base/figures/ratios.ts';
import { WIDENED_SHARE } from '../../stats/answers/replication.ts';
import type { ClaimSummary } from '../../summary/claims/claim-summary.ts';
import type { OpenReason } from '../../summary/comparisons/comparison.ts';
import type { CellSummary } from '../../summary/summary.ts';
import { sayMargin } from '../answers/ranges.ts';

/** `1.18× to 1.22×`, `above 1.00×`, `up to 1.08×`, of shares `2.0 % to 3.0 %`; an open end is null. */
export function publishedRange({
  published: [low, high],
  isShare,
}: Pick<ClaimSummary, 'published' | 'isShare'>): string {
  const told = isShare ? (share: number) => percent(share) : times;
  if (low !== null && high !== null) return low === high ? told(low) : `${told(low)} to ${told(high)}`;
  if (low !== null) return `above ${told(low)}`;
  return high === null ? 'any' : `up to ${told(high)}`;
}

/**
 * `1.16×` and `[1.10, 1.22]`, of shares `23 %` and `[19 %, 28 %]`; `[1.012, 1.023]` where two decimals look
 * like a border that the verdict goes by. null where nothing was measured.
 */
export function measuredFigures(
  claim: Pick<ClaimSummary, 'measured' | 'interval' | 'isShare'> & Partial<Borders>,
): readonly [measured: string, interval: string] | null {
  const { measured, interval, isShare } = claim;
  if (measured === null || interval === null) return null;
  if (isShare !== true && isKnown(interval)) {
    const borders = bordersOf(claim);
    const [figure, ...ends] = [measured, ...interval].map((ratio) => besideBorders(ratio, borders));
    return [`${figure}×`, `[${ends.join(', ')}]`];
  }
  return isShare
    ? [
        percent(measured),
        isKnown(interval) ? `[${interval.map((end) => percent(end)).join(', ')}]` : between(interval),
      ]
    : [times(measured), between(interval)];
}

/** What a verdict goes by; a pair of a claim has none of its own. */
type Borders = Pick<ClaimSummary, 'published' | 'margin'>;

function bordersOf({ published = [null, null], margin = 0 }: Partial<Borders>): readonly number[] {
  const [low, high] = published;
  const ends = published.filter((end) => end !== null);
  const isAlike = (low ?? 0) < 1 && (high ?? Number.POSITIVE_INFINITY) > 1;
  const widened = ends.flatMap((end) => [end * (1 + WIDENED_SHARE), end / (1 + WIDENED_SHARE)]);
  // Of what was read as alike the ends alone are borders; a figure that was published is none, only what is
  // around it.
  const around = isAlike ? [] : [1 + margin, 1 / (1 + margin), ...widened];
  return [...around, ...(low === high ? [] : ends)];
}

/** As everywhere, but with a third decimal where it would be printed as a border is, without being it. */
function besideBorders(ratio: number, borders: readonly number[]): string {
  const isOn = borders.some((border) => ratio !== border && factor(ratio) === factor(border));
  return isOn && ratio >= 0.1 && ratio < 10 ? ratio.toFixed(3) : factor(ratio);
}

/**
 * By which a claim's direction must be beyond 1, `±2 %`; of bytes nothing is noise, and of shares there is no
 * direction.
 */
export function claimMargin({ margin, isShare }: Pick<ClaimSummary, 'margin' | 'isShare'>): string {
  return margin > 0 && isShare !== true ? sayMargin([margin]) : '–';
}

const WHY_OPEN: Readonly<Record<OpenReason, string>> = {
  width: 'too wide',
  sessions: 'too soon',
  clock: 'clock',
  twin: 'withheld',
};

/** `replicated`, `replicated (predicted)`, `open: too wide`: nobody reads a bare "open". */
export function claimVerdict(claim: JudgedClaim & Pick<ClaimSummary, 'predictedPairs'>): string {
  return claim.predictedPairs === undefined ? bareVerdict(claim) : `${bareVerdict(claim)} (predicted)`;
}

type JudgedClaim = Pick<ClaimSummary, 'verdict' | 'measured' | 'answered' | 'every' | 'pairsWanted'>;

function bareVerdict(claim: JudgedClaim): string {
  const { verdict, measured, answered } = claim;
  if (isSoFar(claim)) return `${verdict} so far`;
  if (verdict !== 'open') return verdict;
  if (measured === null) return 'open: not measured';
  const why = answered?.openBecause;
  return why == null ? verdict : `${verdict}: ${WHY_OPEN[why]}`;
}

/** Fewer than four sessions tell nothing for good. */
export function isProvisional({ verdict, answered }: Pick<ClaimSummary, 'verdict' | 'answered'>): boolean {
  return verdict !== 'open' && answered?.provisional === true;
}

/**
 * What is said of every pair is replicated by all of them alone: one that was not measured may say otherwise.
 * What is refuted stays so whatever the others say.
 */
export function isSoFar({
  verdict,
  every,
  pairsWanted,
}: Pick<ClaimSummary, 'verdict' | 'every' | 'pairsWanted'>): boolean {
  return verdict === 'replicated' && every === true && pairsWanted !== undefined;
}

export const PUBLISHED_PROTOCOL = 'published protocol';

/** What stands beneath figures by the study's own protocol; null where there are none. */
export function publishedMeaning(cells: readonly CellSummary[]): string | null {
  const wanted = cells.find(({ published }) => published !== null)?.published?.wanted;
  return wanted === undefined
    ? null
    : `Published protocol: the study’s own warm-up, the mean of ${grouped(wanted)} exchanges where the record has so many, values outside μ ± 2σ removed.`;
}

/**
 * `2.39 (4 of 100)`: mean ms by the study's own protocol, and how many values of how many it removed;
 * `(1 of 41, not 100)` where the record has fewer than it takes. null where the study names no protocol or
 * nothing is left for it.
 */
export function publishedMean({ published }: CellSummary, decimals: number): string | null {
  if (published === null) return null;
  const { meanMs, counted, removed, wanted } = published;
  const taken = counted + removed;
  const short = taken < wanted ? `, not ${grouped(wanted)}` : '';
  return `${grouped(meanMs, decimals)} (${grouped(removed)} of ${grouped(taken)}${short})`;
}
