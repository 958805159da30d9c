// The page of results in a terminal: a claim's figures on one line, its words beneath.

import type { Look } from '../report.ts';
import { type Column, grid, wrapped } from '../terminal/grid.ts';
import { type Paint, paintFor } from '../terminal/paint.ts';
import type { ClaimResult, RatioResult, Results, StudySection } from './results.ts';
import { RESULTS_TITLE, sayAnswer, sayNotes, sayRatioStanding, sayStanding } from './sentences.ts';
import type { Standing } from './standings.ts';

const COLUMNS: readonly Column[] = ['claim', 'published', 'measured', 'verdict'].map((title) => ({
  title,
  align: 'left',
}));
const INDENT = '  ';

export function resultsTerminal(results: Results, { columns, colour, htmlPath }: Look): string {
  const paint = paintFor(colour);
  const lines = [
    paint.strong(RESULTS_TITLE),
    ...wrapped(`${sayAnswer(results)}.`, columns, '', ''),
    ...[...sayNotes(results), ...results.machines].flatMap((note) => wrapped(note, columns, '', INDENT)),
    ...results.studies.flatMap((study) => ['', ...studyLines(study, columns, paint)]),
    ...(htmlPath === null ? [] : ['', htmlPath]),
  ];
  return `${lines.join('\n')}\n`;
}

function studyLines(
  { name, title, facts, missing, claims }: StudySection,
  width: number,
  paint: Paint,
): readonly string[] {
  const rows = claims.flatMap(({ ratios }) => ratios);
  const [head, ...lines] = grid(
    COLUMNS,
    rows.map((ratio) => ratioFields(ratio, paint)),
    paint.dim,
  );
  const lineOf = new Map(rows.map((ratio, i) => [ratio, lines[i]!]));
  return [
    paint.strong(name),
    ...wrapped(title, width, '', ''),
    ...(facts.length === 0 ? [] : wrapped(facts.join(' · '), width, '', '').map(paint.dim)),
    ...(missing === '' ? [] : wrapped(missing, width, '', INDENT).map(paint.alert)),
    head!,
    ...claims.flatMap((claim) => claimLines(claim, lineOf, width, paint)),
  ];
}

function claimLines(
  claim: ClaimResult,
  lineOf: ReadonlyMap<RatioResult, string>,
  width: number,
  paint: Paint,
): readonly string[] {
  const { id, says, ratios, standing } = claim;
  const isOne = ratios.length === 1;
  const whole = wrapped(`${id} ${says}: ${sayStanding(claim)}`, width, '', INDENT);
  const head = isOne ? [] : whole.map((line) => painted(standing, line, paint));
  return [
    ...head,
    ...ratios.flatMap((ratio) => [
      lineOf.get(ratio)!,
      ...wrapped(isOne ? says : ratio.says, width, INDENT, INDENT).map(paint.dim),
      ...underneath('→', ratio.why, width),
      ...underneath('·', ratio.note, width),
    ]),
  ];
}

function underneath(mark: string, text: string, width: number): readonly string[] {
  return text === '' ? [] : wrapped(`${mark} ${text}`, width, INDENT, `${INDENT}${INDENT}`);
}

function ratioFields(ratio: RatioResult, paint: Paint): readonly string[] {
  const { id, published, measured, standing } = ratio;
  return [id, published, measured?.join(' ') ?? '–', painted(standing, sayRatioStanding(ratio), paint)];
}

function painted(standing: Standing, text: string, paint: Paint): string {
  if (standing === 'undecided') return paint.alert(text);
  return standing === 'replicated' ? paint.good(text) : paint.strong(text);
}
