// --weights encode=40,transfer=20,size=35,decode=5: what an index is made of.

import { type Problem, UserError } from '../../base/errors.ts';
import { shortNumber } from '../../base/figures/numbers.ts';
import { quoted, unknownWord } from '../../base/spelling.ts';
import { METRICS, type Metric } from '../../items/metrics.ts';
import { normaliseWeights, type Weights } from '../../study/study-index.ts';

/** `file`: the flag. Throws a UserError with everything wrong. */
export function parseWeights(text: string, file = '--weights'): Weights {
  const problems: Problem[] = [];
  const typed = new Map<Metric, number>();
  for (const part of splitWeights(text)) {
    const [word, figure] = wordAndFigure(part);
    const metric = METRICS.find((each) => each === word);
    if (metric === undefined) problems.push(unknownWord(file, 'figure', word, METRICS));
    else if (typed.has(metric)) problems.push({ file, path: metric, what: 'is there twice' });
    const weight = parseWeight(figure);
    if (typeof weight === 'string') problems.push({ file, path: word, what: weight });
    else if (metric !== undefined) typed.set(metric, weight);
  }
  const weights = normaliseWeights([...typed]);
  if (problems.length === 0 && weights === null) {
    const areAllZero = [...typed.values()].every((weight) => weight === 0);
    problems.push({ file, path: '', what: nothingWeighs(areAllZero) });
  }
  if (problems.length > 0 || weights === null) throw new UserError(problems);
  return weights;
}

function splitWeights(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Of what is behind the first `=` nothing is left out, so that a second one is told. */
function wordAndFigure(part: string): readonly [word: string, figure: string | undefined] {
  const at = part.indexOf('=');
  return at < 0 ? [part, undefined] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
}

/** The number, or what is wrong with it. */
function parseWeight(figure: string | undefined): number | string {
  if (figure === undefined || figure === '') return 'has no weight: encode=40';
  const number = /^-?\d+(\.\d+)?%?$/.test(figure) ? Number(figure.replace('%', '')) : Number.NaN;
  if (Number.isNaN(number)) return `${quoted(figure)} is not a number`;
  return number < 0 ? `${figure} is negative: all weights are costs` : number;
}

function nothingWeighs(areAllZero: boolean): string {
  return areAllZero ? 'no weight is above 0' : 'the weights are too large to be added up';
}

/** `the weights add up to 90 and count in proportion`; null for 1 and 100. */
export function saySum({ sum }: Pick<Weights, 'sum'>): string | null {
  const isUsual = [1, 100].some((usual) => Math.abs(sum - usual) < usual * 1e-9);
  return isUsual
    ? null
    : `the weights add up to ${shortNumber(sum, 6)}, neither 1 nor 100: each counts by its share`;
}
