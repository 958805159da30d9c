// The columns of a table of samples, for CSV and Parquet alike: who, when and how it ended, the factors of
// its cell, then every mark and count that the agent posted. Named as in samples.ndjson. What only sequences
// of messages have stands behind, in records that have some.

import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { wordOf } from '../../factors/cell.ts';
import { mayBeAbsent } from '../../items/columns.ts';
import type { RunFile } from '../../record/record.ts';
import {
  NUMBER_COLUMNS,
  type NumberColumn,
  type NumberValues,
  requireWhole,
  type SampleTable,
  type WholeNumbers,
} from '../../record/sample-table.ts';
import { OUTCOMES } from '../../wire/sample.ts';
import { isAllZero } from '../data/lean-columns.ts';
import { callColumns } from './call-columns.ts';
import { messageColumns } from './message-columns.ts';

export type SampleColumn =
  | { readonly name: string; readonly kind: 'whole'; readonly values: WholeNumbers }
  | { readonly name: string; readonly kind: 'number'; readonly values: NumberValues }
  | { readonly name: string; readonly kind: 'flag'; readonly values: Uint8Array }
  /**
   * The value of a row is `levels[codes[row]]`; null where the factor does not apply (the empty exchange).
   */
  | {
      readonly name: string;
      readonly kind: 'level';
      readonly codes: WholeNumbers;
      readonly levels: readonly (string | number | null)[];
    }
  /** null where the row has none: a request, or a target that cannot tell. */
  | {
      readonly name: string;
      readonly kind: 'figure' | 'whole-figure';
      readonly of: (row: number) => number | null;
    }
  /** Few rows have one; the others' is empty. */
  | { readonly name: string; readonly kind: 'text'; readonly values: ReadonlyMap<number, string> };

/** What there is a column for only where some sample has it. */
export interface ColumnsShown {
  readonly numbers: ReadonlySet<NumberColumn>;
  readonly messages: boolean;
  readonly calls: boolean;
}

/** `shown`: of all samples, where `samples` are a part of them; absent: of these. */
export function sampleColumns(
  run: RunFile,
  samples: SampleTable,
  shown: ColumnsShown = columnsShown(samples),
): readonly SampleColumn[] {
  requireWhole(samples);
  const planned = new Map(run.plan.cells.map((cell) => [cell.id, cell]));
  const cells = samples.cellIds.map((id) => planned.get(id));
  const codes = samples.cell;
  return [
    { name: 'session', kind: 'whole', values: samples.session },
    { name: 'block', kind: 'whole', values: samples.block },
    { name: 'sequence', kind: 'whole', values: samples.sequence },
    { name: 'warmup', kind: 'flag', values: samples.warmup },
    { name: 'settling', kind: 'flag', values: samples.settling },
    { name: 'firstUse', kind: 'flag', values: samples.firstUse },
    { name: 'cell', kind: 'level', codes, levels: samples.cellIds },
    { name: 'part', kind: 'level', codes, levels: cells.map((cell) => cell?.part ?? null) },
    { name: 'twinOf', kind: 'level', codes, levels: cells.map((cell) => cell?.twinOf ?? null) },
    ...FACTOR_NAMES.map((name) => ({
      name,
      kind: 'level' as const,
      codes,
      levels: cells.map((cell) => (cell === undefined ? null : wordOf(cell.factors, name))),
    })),
    // `modelled` is told apart from packets wherever samples go.
    { name: 'linkEngine', kind: 'level', codes, levels: cells.map((cell) => linkEngine(run, cell)) },
    { name: 'outcome', kind: 'level', codes: samples.outcome, levels: OUTCOMES },
    { name: 'reason', kind: 'text', values: samples.reasons },
    { name: 'requests', kind: 'whole', values: samples.requests },
    ...NUMBER_COLUMNS.filter((name) => shown.numbers.has(name)).map((name) => ({
      name,
      kind: 'number' as const,
      values: samples.numbers[name],
    })),
    { name: 'timingDoubtful', kind: 'flag', values: samples.timingDoubtful },
    ...(shown.messages ? messageColumns(samples.messages) : []),
    ...(shown.calls ? callColumns(samples.calls) : []),
  ];
}

export function columnsShown({ numbers, messages, calls }: SampleTable): ColumnsShown {
  const shown = NUMBER_COLUMNS.filter((name) => !mayBeAbsent(name) || !isAllZero(numbers[name]));
  return { numbers: new Set(shown), messages: messages.size > 0, calls: calls.size > 0 };
}

/** What emulated the cell's network; null for loopback as it is. */
function linkEngine({ link }: RunFile, cell: RunFile['plan']['cells'][number] | undefined): string | null {
  const networks = link?.networks ?? [];
  return networks.find(({ profile }) => profile.name === cell?.factors.network)?.engine ?? null;
}
