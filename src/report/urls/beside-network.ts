// What tells the cells of a URL apart beside their network. A study may vary the browser, the connection, the
// thread and the processor; all else of its cells the URL decides.

import { wordOf } from '../../factors/cell.ts';
import { AROUND_URL } from '../../study/resolve/url-targets.ts';
import type { CellSummary } from '../../summary/summary.ts';
import { condition, levelName, measuredLevels, varies } from '../words/levels.ts';

type Known = Pick<CellSummary, 'factors'>;

interface Said {
  /** Such as `cold connections`. */
  readonly name: string;
  /** Such as `on cold connections`. */
  readonly condition: string;
}

/** A word for each factor that varies among the cells; none where they differ by their network alone. */
export function besideNetwork({ factors }: Known, among: readonly Known[]): readonly Said[] {
  const levels = measuredLevels(among);
  return AROUND_URL.filter((name) => name !== 'network' && varies(levels, name)).map((name) => {
    const word = wordOf(factors, name);
    return { name: levelName(name, word, levels), condition: condition(name, [word], levels) };
  });
}

/** `4g`, or `4g · cold connections` where connections vary. */
export function nameOfCell(cell: Known, among: readonly Known[]): string {
  const names = besideNetwork(cell, among).map(({ name }) => name);
  return [cell.factors.network, ...names].join(' · ');
}
