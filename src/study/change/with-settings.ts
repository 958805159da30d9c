// Settings of the command line that replace those of the file: --budget, --sessions, --precision, --seed,
// --design, --browser, --target.

import { Mistakes } from '../../base/errors.ts';
import { isOverNetwork } from '../../factors/browser.ts';
import { factorNamed } from '../../factors/catalogue.ts';
import { type Cell, isSequence } from '../../factors/cell.ts';
import { allCells, type Changed, refitted } from '../cells/keep-cells.ts';
import { withPacedNumbers } from '../cells/paced-numbers.ts';
import { LIMITS } from '../defaults.ts';
import { type Design, designProblems } from '../design.ts';
import { ProblemList } from '../file/problem-list.ts';
import {
  budgetProblem,
  precisionProblem,
  tooFewSessionsProblem,
  warmupProblem,
} from '../resolve/resolve-protocol.ts';
import type { CellFilter, Protocol, Study } from '../study.ts';
import { defaultCodec, messageCodec, unableCodec, type Vocabulary } from '../vocabulary.ts';
import { claimElsewhere, onThese } from './claims-elsewhere.ts';
import { firstTimes, onTargets } from './other-targets.ts';

export interface Settings {
  readonly budgetMs?: number;
  readonly sessions?: number;
  /** A share: 0.05. */
  readonly precision?: number;
  readonly seed?: number;
  readonly design?: Design;
  /** Instead of the study's browsers. */
  readonly browser?: readonly string[];
  /** Instead of the study's targets. */
  readonly target?: readonly string[];
}

/** Throws a UserError with every setting that is out of range. */
export function withSettings(study: Study, settings: Settings, vocabulary: Vocabulary): Changed {
  checkSettings(settings, vocabulary);
  const changed = withPlaces(study, settings, vocabulary);
  const protocol = changedProtocol(changed.study.protocol, settings);
  const mistakes = new Mistakes();
  const warmup = warmupProblem(protocol, allCells(changed.study));
  const flag = settings.budgetMs === undefined ? '--sessions' : '--budget';
  if (warmup !== null) mistakes.of(() => fail(flag, warmup));
  const few = settings.precision === undefined ? null : tooFewSessionsProblem(protocol.sessions);
  if (few !== null) mistakes.of(() => fail('--precision', few));
  const designFlag = settings.design === undefined ? '--sessions' : '--design';
  for (const problem of designProblems({ ...changed.study, protocol })) {
    mistakes.of(() => fail(designFlag, problem));
  }
  mistakes.throwIfAny();
  const parts = withPacedNumbers(changed.study.parts, protocol.budgetMs);
  return { study: { ...changed.study, parts, protocol }, notes: changed.notes };
}

/** The targets first: what decodes in a browser does not depend on them. */
function withPlaces(study: Study, { browser, target }: Settings, vocabulary: Vocabulary): Changed {
  const there =
    target === undefined ? { study, notes: [] } : onTargets(study, [...new Set(target)], vocabulary);
  if (browser === undefined) return there;
  const inThem = withBrowsers(there.study, asRead(browser, vocabulary), vocabulary);
  return { study: inThem.study, notes: [...there.notes, ...inThem.notes] };
}

/** Throws a UserError with every setting that is out of range, or no browser or target. */
export function checkSettings(settings: Settings, vocabulary: Vocabulary): void {
  const { budgetMs, sessions, precision, seed, browser, target } = settings;
  const mistakes = new Mistakes();
  const budget = budgetMs === undefined ? null : budgetProblem(budgetMs);
  if (budget !== null) mistakes.of(() => fail('--budget', budget));
  const ofPrecision = precision === undefined ? null : precisionProblem(precision);
  if (ofPrecision !== null) mistakes.of(() => fail('--precision', ofPrecision));
  mistakes.of(() => checkWhole('--sessions', sessions, 1, LIMITS.sessions));
  mistakes.of(() => checkWhole('--seed', seed, 0, LIMITS.largestSeed));
  mistakes.of(() => checkNames('browser', browser, vocabulary));
  mistakes.of(() => checkNames('target', target, vocabulary));
  mistakes.throwIfAny();
}

function checkNames(
  factor: 'browser' | 'target',
  names: readonly string[] | undefined,
  words: Vocabulary,
): void {
  const problems = new ProblemList(`--${factor}`);
  if (names?.length === 0) problems.add([], `names no ${factor}`);
  for (const name of names ?? []) {
    const reading = factorNamed(factor).read(name, words, 'request');
    if ('unknown' in reading) problems.addUnknown([], factor, name, reading.allowed);
    if ('wrong' in reading) problems.add([], reading.wrong);
  }
  problems.throwIfAny();
}

/** A server with a slash at its end is the same as without. */
function asRead(names: readonly string[], words: Vocabulary): string[] {
  const readings = names.map((name) => factorNamed('browser').read(name, words, 'request'));
  return [...new Set(readings.flatMap((reading) => ('word' in reading ? [String(reading.word)] : [])))];
}

function checkWhole(flag: string, value: number | undefined, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return;
  fail(flag, `${value} is not a whole number from ${least} to ${most}`);
}

function fail(flag: string, what: string): void {
  const problems = new ProblemList(flag);
  problems.add([], what);
  problems.throwIfAny();
}

function changedProtocol(
  { design: ofStudy, ...protocol }: Protocol,
  { budgetMs, sessions, precision, seed, design = ofStudy }: Settings,
): Protocol {
  return {
    ...protocol,
    ...(design === 'predicted' && { design }),
    budgetMs: budgetMs ?? protocol.budgetMs,
    sessions: sessions ?? protocol.sessions,
    precision: precision ?? protocol.precision,
    seed: seed ?? protocol.seed,
  };
}

/** A study that names such a browser itself says what its protocol is. */
const SECURED =
  '--browser: over a network exchanges go by https1, as pages have a fine clock over HTTPS alone; for plain HTTP name browser and protocol: http1 in the study';

/**
 * Every cell in each of the browsers instead of its own; where one cannot run a codec, the format's default
 * there.
 */
function withBrowsers(study: Study, browsers: readonly string[], vocabulary: Vocabulary): Changed {
  const replaced = new Map<string, string>();
  let isSecured = false;
  const isPlain = allCells(study).every(({ protocol }) => protocol === 'http1');
  const secured = (cell: Cell, browser: string) => {
    if (!isPlain || isSequence(cell) || !isOverNetwork(browser) || isOverNetwork(cell.browser)) return {};
    isSecured = true;
    return { protocol: 'https1' } as const;
  };
  const moved = (cell: Cell, browser: string): Cell => {
    const there = { ...cell, browser, ...secured(cell, browser) };
    const format = vocabulary.formats.find(({ name }) => name === cell.format);
    if (format === undefined || unableCodec(there, vocabulary) === null) return there;
    const codec = isSequence(cell) ? messageCodec(format, browser) : defaultCodec(format, browser);
    if (codec === null) return there;
    replaced.set(cell.codec, codec);
    return { ...there, codec };
  };
  // Parts that differed in their browsers alone would have the same cells.
  const isNew = firstTimes();
  const parts = study.parts
    .map((part) => ({
      ...part,
      cells: part.cells.flatMap((cell) => browsers.map((browser) => moved(cell, browser))).filter(isNew),
    }))
    .filter(({ cells }) => cells.length > 0);
  const asked = study.claims.map((claim) => claimElsewhere('browser', browsers, claim));
  const claims = asked.map((claim) => ({
    ...claim,
    where: alsoCodecs(claim.where, replaced),
    numerator: alsoCodecs(claim.numerator, replaced),
    denominator: alsoCodecs(claim.denominator, replaced),
  }));
  const notes = [...replaced].map(([from, to]) => `--browser: ${to} decodes where ${from} cannot run`);
  if (isSecured) notes.push(SECURED);
  const index = study.index && {
    ...study.index,
    baseline: study.index.baseline && alsoCodecs(study.index.baseline, replaced),
  };
  const tables = study.publishedFigures?.map((table) => ({
    ...table,
    rows: table.rows.map((row) => ({ ...row, of: onThese('browser', browsers, row.of) })),
  }));
  const changed = { parts, claims, ...(index && { index }), ...(tables && { publishedFigures: tables }) };
  return { study: refitted({ ...study, ...changed }), notes };
}

/** A claim about a format holds for the codec that took another's place too. */
function alsoCodecs(filter: CellFilter, replaced: ReadonlyMap<string, string>): CellFilter {
  if (filter.codec === undefined) return filter;
  const more = filter.codec.flatMap((codec) => replaced.get(String(codec)) ?? []);
  return { ...filter, codec: [...new Set([...filter.codec, ...more])] };
}
