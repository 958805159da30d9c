// The part of `wirefare plan` that says which cells a study by design measures, and why.

import { grouped } from '../../base/figures/numbers.ts';
import { count, listed, plural } from '../../base/figures/plurals.ts';
import type { Study } from '../../study/study.ts';
import type { Plan, PlannedCell } from '../plan.ts';
import { wrapped } from '../say/wrap.ts';

const COUNT_COLUMN = 6;
const HELD_OUT = 'held out: measured to check the predictions of them';

/** Empty where the study measures all its cells. */
export function sayDesign({ protocol }: Study, { cells }: Pick<Plan, 'cells'>, width: number): string[] {
  if (protocol.design !== 'predicted') return [];
  const own = cells.filter(({ twinOf, role }) => twinOf === null && role !== undefined);
  // Those that check stand last: they are drawn from what the others leave.
  const reasons = [...Map.groupBy(own, reasonOf)]
    .filter(([reason]) => reason !== null)
    .toSorted(([a], [b]) => Number(a === HELD_OUT) - Number(b === HELD_OUT));
  const lines = reasons.flatMap(([reason, same]) => {
    const text = `${reason} ${saySizes(same)}`;
    const number = grouped(same.length).padStart(COUNT_COLUMN - 2);
    return wrapped(text, ' '.repeat(COUNT_COLUMN), width).map((line, i) =>
      i === 0 ? `${number}  ${line.trimStart()}` : line,
    );
  });
  return [...wrapped(sayDesignShort(own), '', width), ...lines, ''];
}

/** `By design 150 of 768 cells are measured, and 618 predicted from them:` */
function sayDesignShort(own: readonly PlannedCell[]): string {
  const predicted = own.filter(({ role }) => role?.kind === 'predicted').length;
  if (predicted === 0)
    return `By design every cell is measured: ${own.length === 0 ? 'none can be run here' : 'predictions would save nothing here'}.`;
  const measured = own.length - predicted;
  return `By design ${grouped(measured)} of ${count(own.length, 'cell')} ${plural(measured, 'is', 'are')} measured, and ${grouped(predicted)} predicted from them:`;
}

/** null of those that are predicted. */
function reasonOf({ role }: PlannedCell): string | null {
  switch (role?.kind) {
    case 'measured':
      return role.because;
    case 'held out':
      return HELD_OUT;
    default:
      return null;
  }
}

/** `(at 10, 1 000 and 100 000 objects)` */
function saySizes(cells: readonly PlannedCell[]): string {
  const numbers = [...new Set(cells.map(({ factors }) => factors.n))].toSorted((a, b) => a - b);
  return `(at ${listed(numbers.map((n) => grouped(n)))} ${plural(numbers.length === 1 ? numbers[0]! : 2, 'object')})`;
}
