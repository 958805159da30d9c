// How many messages a paced sequence has where nobody says: what its rate sends in the time that the budget
// has for one. A thousand at 20 a second would be 50 s, and a run of ten sessions an hour.

import { type Cell, isSequence } from '../../factors/cell.ts';
import type { Part } from '../study.ts';

/** Of every cell: checked, warm, and three that count, in each of four sessions. */
const SEQUENCES = 20;
/** Of the budget; the rest is starting, verifying, and sequences that take longer than their rate says. */
const SHARE = 0.5;
const LONGEST_MS = 5_000;
/** Fewer have no median worth the name; and what others have whose number nobody says. */
const FEWEST = 5;
const MOST = 1_000;

/** The same parts; those that say how many messages a sequence has stay as they are. */
export function withPacedNumbers(parts: readonly Part[], budgetMs: number): readonly Part[] {
  const sequences = parts.flatMap(({ cells }) => cells.filter(isSequence)).length;
  const eachMs = Math.min(LONGEST_MS, (SHARE * budgetMs) / (SEQUENCES * Math.max(1, sequences)));
  return parts.map((part) =>
    part.numberUnsaid === true
      ? { ...part, cells: part.cells.map((cell) => withNumber(cell, eachMs)) }
      : part,
  );
}

function withNumber(cell: Cell, eachMs: number): Cell {
  if (!isSequence(cell) || cell.mode.ratePerSecond === null) return cell;
  const n = Math.round((cell.mode.ratePerSecond * eachMs) / 1_000);
  return { ...cell, n: Math.min(MOST, Math.max(FEWEST, n)) };
}
