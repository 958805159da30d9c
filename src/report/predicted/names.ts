// How predictions name ways, and what else they are told with: only what differs within the run.

import { listed } from '../../base/figures/plurals.ts';
import type { FactorName } from '../../factors/catalogue.ts';
import { type RequestCell, wordOf } from '../../factors/cell.ts';
import { UNCOMPRESSED } from '../../factors/compression.ts';
import type { Refusal } from '../../model/model.ts';
import type { Summary } from '../../summary/summary.ts';
import {
  cellLabel,
  codingChoices,
  condition,
  type LevelsOf,
  measuredLevels,
  varies,
} from '../words/levels.ts';

export interface PredictedNames {
  readonly levels: LevelsOf;
  readonly label: (way: RequestCell) => string;
  /** Without its compression. */
  readonly formatLabel: (way: RequestCell) => string;
  /** JSON as it comes, where that was measured. */
  readonly isBaseline: (way: RequestCell) => boolean;
}

export function predictedNames({ cells, networks }: Summary): PredictedNames {
  const measured = cells.filter(({ status }) => status === 'measured');
  const levels = measuredLevels(measured, networks);
  const choices = codingChoices(measured);
  const label = (way: RequestCell) => cellLabel(way, levels, choices);
  return {
    levels,
    label,
    formatLabel: (way) => cellLabel({ ...way, compression: UNCOMPRESSED }, levels, choices),
    isBaseline: ({ format, compression }) => format === 'json' && compression.coding === 'none',
  };
}

/** `json + gzip-6 and xml + gzip-6 (its compression was not measured in this browser)` */
export function sayRefused(refused: readonly Refusal[], label: (way: RequestCell) => string): string {
  return [...Map.groupBy(refused, ({ reason }) => reason)]
    .map(([reason, same]) => `${listed(same.map(({ factors }) => label(factors)))} (${reason})`)
    .join('; ');
}

const AROUND = [
  'browser',
  'target',
  'dataset',
  'protocol',
  'connection',
  'thread',
] as const satisfies readonly FactorName[];

export function differingWhere(way: RequestCell, { levels }: PredictedNames): string[] {
  return AROUND.filter((name) => varies(levels, name)).map((name) =>
    condition(name, [wordOf(way, name)], levels),
  );
}
