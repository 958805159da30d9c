// Published claims → one ratio each, with every level spelled out as the cells have it.

import { FACTOR_NAMES, type FactorName, factorsThatFollow, SAME_WORK } from '../../factors/catalogue.ts';
import { type Cell, groupsAlike, wordOf } from '../../factors/cell.ts';
import { isByteMetric } from '../../items/metrics.ts';
import { cellFits, compileFilter } from '../cells/filter.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import type { ClaimFile, RatioFile } from '../file/study-file-claims.ts';
import type { FilterFile } from '../file/study-file-factors.ts';
import type { CellFilter, Claim, Part } from '../study.ts';
import { type Figure, INDEX } from '../study-index.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { addNoIndex } from './resolve-index.ts';
import { asList } from './resolve-levels.ts';

/** `parts` without cells while those are not known; `hasIndex`: whether the study says what it weighs. */
export function resolveClaims(
  typed: readonly ClaimFile[],
  parts: readonly Part[],
  hasIndex: boolean,
  vocabulary: Vocabulary,
  problems: ProblemList,
): Claim[] {
  const ids = new Set<string>();
  return typed.flatMap((claim, index) => {
    const path = ['claims', index];
    if (ids.has(claim.id)) problems.add([...path, 'id'], `two claims are named ${claim.id}`);
    ids.add(claim.id);
    return resolveClaim(claim, path, parts, hasIndex, vocabulary, problems);
  });
}

function resolveClaim(
  claim: ClaimFile,
  path: Path,
  parts: readonly Part[],
  hasIndex: boolean,
  vocabulary: Vocabulary,
  problems: ProblemList,
): Claim[] {
  const part = parts.find(({ name }) => name === claim.part);
  if (claim.part !== undefined && part === undefined) {
    const names = parts.map(({ name }) => name);
    problems.addUnknown([...path, 'part'], 'part', claim.part, names);
    return [];
  }
  const cells = (part === undefined ? parts : [part]).flatMap((one) => one.cells);
  const compile = (filter: FilterFile, at: Path) =>
    compileFilter(filter, at, cells, vocabulary, problems).filter;
  const compileAny = (filter: FilterFile | undefined, at: Path) =>
    filter === undefined ? null : compile(filter, at);
  const standIn = compileAny(claim.standIn, [...path, 'standIn']);
  const common = compileAny(claim.where, [...path, 'where']);
  const ratios = readRatios(claim, path, problems);
  if (ratios.length > 0 && ratios.every(({ ratio }) => ratio.ours === true))
    problems.add([...path, 'ratios'], 'are all ours: a claim needs one that its source asks');
  return ratios.map(({ ratio, at, suffix }) => {
    const reading = ratio.reading ?? claim.reading;
    const resolved: Claim = {
      id: claim.id + suffix,
      says: ratio.says === undefined ? claim.says : `${claim.says}: ${ratio.says}`,
      ...(reading !== undefined && { reading }),
      ...(suffix !== '' && { of: { id: claim.id, says: claim.says } }),
      ...(ratio.ours === true && { ours: true as const }),
      ...((ratio.every ?? claim.every) === true && { every: true as const }),
      part: claim.part ?? null,
      where: { ...common, ...compileAny(ratio.where, [...at, 'where']) },
      numerator: withFollowers(compile(ratio.numerator, [...at, 'numerator']), cells),
      denominator: withFollowers(
        compile(ratio.denominator ?? ratio.numerator, [...at, 'denominator']),
        cells,
      ),
      published: publishedRange(ratio.published),
      standIn: compileAny(ratio.standIn, [...at, 'standIn']) ?? standIn,
      ...claimFigures(ratio, claim),
    };
    checkUnits(resolved, at, problems);
    checkIndex(resolved, hasIndex, at, problems);
    checkSlope(resolved, at, cells, problems);
    checkDenominator(ratio, resolved, at, problems);
    checkPublished(resolved.published, [...at, 'published'], problems);
    const sound = [resolved.where, resolved.numerator, resolved.denominator].every(hasLevels);
    if (cells.length > 0 && sound && !hasRatio(resolved, resolved.where, cells)) {
      problems.add(at, 'no two cells make this ratio: numerator and denominator never meet');
    }
    return resolved;
  });
}

interface PlacedRatio {
  readonly ratio: RatioFile;
  readonly at: Path;
  readonly suffix: string;
}

/** The claim itself as its only ratio, or those under `ratios`. */
function readRatios(claim: ClaimFile, path: Path, problems: ProblemList): PlacedRatio[] {
  const { numerator, denominator, published, ratios } = claim;
  if (ratios !== undefined) {
    if (numerator ?? denominator ?? published) {
      problems.add(path, 'has ratios beside numerator, denominator and published; give the one or the other');
    }
    return ratios.map((ratio, index) => {
      const suffix = ratios.length === 1 ? '' : String.fromCodePoint('a'.codePointAt(0)! + index);
      return { ratio, at: [...path, 'ratios', index], suffix };
    });
  }
  const isWhole = denominator !== undefined || claim.shareOf !== undefined;
  if (numerator === undefined || !isWhole || published === undefined) {
    problems.add(path, 'needs numerator, denominator and published, or ratios');
    return [];
  }
  return [{ ratio: { numerator, ...(denominator && { denominator }), published }, at: path, suffix: '' }];
}

/**
 * A codec and an encoder belong to their format: they are named with it, so that pairs need not be alike in
 * them.
 */
function withFollowers(filter: CellFilter, cells: readonly Cell[]): CellFilter {
  if (filter.format === undefined) return filter;
  const fitting = cells.filter((cell) => cellFits(cell, filter));
  const codec = [...new Set(fitting.map((cell) => cell.codec))];
  const encoder = [...new Set(fitting.map((cell) => cell.encoder))];
  return { codec, encoder, ...filter };
}

/** A factor without levels has been told of already. */
function hasLevels(filter: CellFilter): boolean {
  return Object.values(filter).every((levels) => levels.length > 0);
}

function publishedRange(published: RatioFile['published']): Claim['published'] {
  return typeof published === 'number' ? [published, published] : published;
}

/** Nothing where it is the whole time. */
function claimFigures(ratio: RatioFile, claim: ClaimFile): Pick<Claim, 'metric' | 'shareOf' | 'slope'> {
  const metric = ratio.metric ?? claim.metric;
  const shareOf = ratio.shareOf ?? claim.shareOf;
  const slope = ratio.slope ?? claim.slope;
  return {
    ...(metric !== undefined && { metric: asList<Figure>(metric) }),
    ...(shareOf !== undefined && { shareOf }),
    ...(slope !== undefined && { slope }),
  };
}

/** Sums and shares are of times alone, or of bytes alone. */
function checkUnits({ metric = ['total'], shareOf }: Claim, path: Path, problems: ProblemList): void {
  if (isOfIndex({ metric })) return;
  const bytes = metric.filter(isByteMetric);
  if (bytes.length > 0 && bytes.length < metric.length) {
    problems.add([...path, 'metric'], `bytes (${bytes.join(', ')}) and times do not add up`);
  } else if (shareOf !== undefined && isByteMetric(shareOf) !== bytes.length > 0) {
    const [part, whole] = bytes.length > 0 ? ['bytes', 'a time'] : ['a time', 'bytes'];
    problems.add([...path, 'shareOf'], `${shareOf} is ${whole}, and ${part} can be no share of it`);
  }
}

export function isOfIndex({ metric = [] }: Pick<Claim, 'metric'>): boolean {
  return metric.includes(INDEX);
}

export function isOfBytes({ metric = [] }: Pick<Claim, 'metric'>): boolean {
  return metric.length > 0 && metric.every(isByteMetric);
}

/** An index is over that of the baseline among the cells that do the same: of two groups it says nothing. */
function checkIndex(claim: Claim, hasIndex: boolean, path: Path, problems: ProblemList): void {
  if (!isOfIndex(claim)) return;
  if (!hasIndex) addNoIndex([...path, 'metric'], problems);
  if (claim.shareOf !== undefined) {
    problems.add([...path, 'shareOf'], `an index is no share of ${claim.shareOf}`);
    return;
  }
  const { numerator, denominator } = claim;
  const levels = (filter: CellFilter, name: FactorName) => JSON.stringify(filter[name]?.toSorted());
  const apart = SAME_WORK.filter((name) => levels(numerator, name) !== levels(denominator, name));
  if (apart.length === 0) return;
  problems.add(
    path,
    `cells that differ in ${apart.join(' and ')} have a baseline each, and no index in common`,
  );
}

/** A side with a single number grows from nothing; one without cells has been told of already. */
function checkSlope(claim: Claim, path: Path, cells: readonly Cell[], problems: ProblemList): void {
  const { slope, where } = claim;
  if (slope === undefined) return;
  const place = [...path, 'slope'];
  if (claim.shareOf !== undefined) problems.add(place, 'a share has no slope: leave out shareOf, or this');
  if (isOfIndex(claim)) problems.add(place, 'an index has no slope: its baseline grows too');
  for (const side of ['numerator', 'denominator'] as const) {
    const own = cells.filter((cell) => cellFits(cell, where) && cellFits(cell, claim[side]));
    const numbers = new Set(own.map((cell) => wordOf(cell, slope)));
    if (numbers.size === 1) problems.add(place, `the ${side} has a single ${slope}, and a slope needs two`);
  }
}

function checkDenominator(
  { denominator }: RatioFile,
  { shareOf, metric = ['total'] }: Claim,
  path: Path,
  problems: ProblemList,
): void {
  if (shareOf === undefined) {
    if (denominator === undefined) problems.add(path, 'needs a denominator');
    return;
  }
  if (denominator !== undefined) {
    problems.add([...path, 'denominator'], `with shareOf the ratio is that of the same cells: leave it out`);
  }
  if (metric.includes(shareOf)) problems.add([...path, 'shareOf'], `${shareOf} is in the metric itself`);
}

function checkPublished(published: Claim['published'], path: Path, problems: ProblemList): void {
  const [low, high] = published;
  if (low === null && high === null) problems.add(path, 'both ends are open, so it claims nothing');
  if (low !== null && high !== null && low > high) problems.add(path, `${low} is above ${high}`);
}

/** Do the cells hold a pair for the claim's ratio, under `where`? */
export function hasRatio(claim: Claim, where: CellFilter, cells: readonly Cell[]): boolean {
  if (claim.shareOf !== undefined)
    return cells.some((cell) => cellFits(cell, where) && cellFits(cell, claim.numerator));
  const named = FACTOR_NAMES.filter(
    (factor) => factor in claim.numerator || factor in claim.denominator || factor === claim.slope,
  );
  const free = named.flatMap(factorsThatFollow);
  const fitting = cells.filter((cell) => cellFits(cell, where));
  return groupsAlike(fitting, free).some(
    (group) =>
      group.some((cell) => cellFits(cell, claim.numerator)) &&
      group.some((cell) => cellFits(cell, claim.denominator)),
  );
}
