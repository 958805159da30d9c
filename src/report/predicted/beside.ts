// Cells over networks as loopback alone predicts them, beside what was measured: a sentence that sums it up,
// and a table of all of them, or of those that were missed by most.

import { median } from '../../base/figures/median.ts';
import { grouped, threeDigits } from '../../base/figures/numbers.ts';
import { count, listed, plural } from '../../base/figures/plurals.ts';
import { isKnown } from '../../base/figures/ratios.ts';
import { nameNetwork } from '../../network/say-network.ts';
import type { Beside, BesideVerdict, CellBeside, Told } from '../../summary/predicted/beside.ts';
import type { Summary } from '../../summary/summary.ts';
import type { AdviceTable } from '../advice/tables.ts';
import type { Answer } from '../answers/answer.ts';
import { type Column, clippedApart, columnWidths } from '../terminal/grid.ts';
import { levelName, varies } from '../words/levels.ts';
import { differingWhere, type PredictedNames, predictedNames } from './names.ts';

/** More are too many to read; then those stand that were missed by most. */
const MOST_ROWS = 8;
const WORST_ROWS = 5;

const NARROWEST_LABEL = 12;
const GAP = 2;

interface Shown extends Column {
  readonly say: (cell: CellBeside) => string;
}

const HELD: Readonly<Record<BesideVerdict, string>> = { held: 'yes', near: 'nearly', apart: 'no' };

export function besideAnswer(summary: Summary): readonly Answer[] {
  const beside = toldBeside(summary);
  if (beside === null) return [];
  const { cells } = beside;
  const worst = worstFirst(cells)[0]!;
  const misses = cells.map(({ missedBy }) => Math.abs(missedBy));
  const missed =
    cells.length === 1
      ? `missed by ${sayMiss(misses[0]!)}`
      : `missed by ${sayMiss(median(misses))} in the median, ${sayMiss(Math.max(...misses))} at most (${nameCell(worst, summary)})`;
  const text = `${count(cells.length, 'cell')} over networks, predicted from loopback alone: ${sayHeld(cells)}; ${missed}`;
  const question = 'Do predictions hold? (predicted, then measured)';
  return [{ question, part: '', sentences: [{ kind: 'note', where: '', text }] }];
}

/** `json + gzip-6, 100 objects, over 3g` */
function nameCell(cell: CellBeside, summary: Summary): string {
  const names = predictedNames(summary);
  return [nameWay(cell, names), ...sayNumber(cell, names), `over ${cell.factors.network}`].join(', ');
}

/** `2 of 3 measured inside the predicted interval, 1 beyond both intervals` */
function sayHeld(cells: readonly CellBeside[]): string {
  const number = (verdict: BesideVerdict) => cells.filter((cell) => cell.verdict === verdict).length;
  const apart = number('apart');
  const inside = `${grouped(number('held'))} of ${grouped(cells.length)} measured inside the predicted interval`;
  return apart === 0 ? inside : `${inside}, ${grouped(apart)} beyond both intervals`;
}

/** `width`: of a terminal, where long names are cut. */
export function besideTables(summary: Summary, width = Number.POSITIVE_INFINITY): readonly AdviceTable[] {
  const beside = toldBeside(summary);
  if (beside === null) return [];
  const { cells } = beside;
  const names = predictedNames(summary);
  const isWhole = cells.length <= MOST_ROWS;
  const shown = isWhole ? cells : worstFirst(cells).slice(0, WORST_ROWS);
  const isOneNumber = new Set(shown.map(({ factors }) => factors.n)).size === 1;
  const title = [
    `Predicted from loopback alone, and measured${isWhole ? '' : `: the ${WORST_ROWS} of ${grouped(cells.length)} missed by most`}`,
    ...(isOneNumber ? sayNumber(shown[0]!, names) : []),
  ].join(' · ');
  const asked = { names, hasNumber: !isOneNumber, hasHeld: shown.some(({ verdict }) => verdict !== 'held') };
  const wide = columnsFor(asked, sayTold);
  const columns = widthOf(wide, shown) <= width ? wide : columnsFor(asked, ({ value }) => threeDigits(value));
  const labels = clippedApart(
    shown.map((cell) => columns[0]!.say(cell)),
    Math.max(NARROWEST_LABEL, width - widthOf(columns.slice(1), shown) - GAP),
  );
  return [
    {
      title,
      columns,
      rows: shown.map((cell, i) => [labels[i]!, ...columns.slice(1).map(({ say }) => say(cell))]),
      notes: notesOn(shown, beside, summary),
    },
  ];
}

/** `sayMeasured`: without its interval where a terminal has no room for two. */
function columnsFor(
  asked: { readonly names: PredictedNames; readonly hasNumber: boolean; readonly hasHeld: boolean },
  sayMeasured: (told: Told) => string,
): readonly Shown[] {
  const { names, hasNumber, hasHeld } = asked;
  const number = {
    title: 'objects',
    align: 'right',
    say: ({ factors }: CellBeside) => grouped(factors.n),
  } as const;
  return [
    { title: 'cell', align: 'left', say: (cell) => nameWay(cell, names) },
    ...(hasNumber ? [number] : []),
    { title: 'network', align: 'left', say: ({ factors }) => factors.network },
    { title: 'predicted ms', align: 'right', say: ({ predictedMs }) => sayTold(predictedMs) },
    { title: 'measured ms', align: 'right', say: ({ measuredMs }) => sayMeasured(measuredMs) },
    { title: 'miss', align: 'right', say: ({ missedBy }) => signed(missedBy) },
    ...(hasHeld
      ? [{ title: 'held', align: 'left', say: ({ verdict }: CellBeside) => HELD[verdict] } as const]
      : []),
  ];
}

/** Of the columns beside one another. */
function widthOf(columns: readonly Shown[], shown: readonly CellBeside[]): number {
  const rows = shown.map((cell) => columns.map(({ say }) => say(cell)));
  return columnWidths(columns, rows).reduce((sum, each) => sum + GAP + each, -GAP);
}

/** null where there is nothing to tell; advice tells by itself how far its predictions were off. */
function toldBeside({ predicted, advice }: Summary): Beside | null {
  const beside = predicted?.beside;
  return beside === undefined || beside.cells.length === 0 || advice !== undefined ? null : beside;
}

function worstFirst(cells: readonly CellBeside[]): readonly CellBeside[] {
  return cells.toSorted((a, b) => Math.abs(b.missedBy) - Math.abs(a.missedBy));
}

/** `json + gzip-6, chromium` */
function nameWay({ factors }: CellBeside, names: PredictedNames): string {
  return [names.label(factors), ...differingWhere(factors, names)].join(', ');
}

/** `100 objects`, where the run has several numbers of them. */
function sayNumber({ factors }: CellBeside, { levels }: PredictedNames): readonly string[] {
  return varies(levels, 'n') ? [levelName('n', factors.n, levels)] : [];
}

/** `427 [403, 454]` */
function sayTold({ value, interval }: Told): string {
  return isKnown(interval)
    ? `${threeDigits(value)} [${interval.map(threeDigits).join(', ')}]`
    : threeDigits(value);
}

function signed(share: number): string {
  const text = sayMiss(share);
  return share > 0 && text !== sayMiss(0) ? `+${text}` : text;
}

function sayMiss(share: number): string {
  return `${grouped(share * 100, Math.abs(share) < 0.1 ? 1 : 0)} %`;
}

function notesOn(
  shown: readonly CellBeside[],
  { refused }: Beside,
  { networks }: Summary,
): readonly string[] {
  const named = [...new Set(shown.map(({ factors }) => factors.network))];
  const has = (verdict: BesideVerdict) => shown.some((cell) => cell.verdict === verdict);
  const inside = 'the measured median lies inside the predicted interval';
  const held =
    has('near') || has('apart')
      ? `Held: ${inside}${has('near') ? '; nearly: the two intervals meet' : ''}.`
      : `Everywhere ${inside}.`;
  const sessions = [...new Set(shown.map((cell) => cell.sessions))].toSorted((a, b) => a - b);
  const reasons = [...new Set(refused.map(({ reason }) => reason))];
  return [
    `Over ${listed(named.map((name) => nameNetwork(name, networks)))}.`,
    `${held} Measured in ${listed(sessions.map(String), 'or')} ${plural(sessions.at(-1)!, 'session')}.`,
    ...(refused.length === 0
      ? []
      : [`Not predicted: ${count(refused.length, 'cell')} (${reasons.join('; ')}).`]),
  ];
}
