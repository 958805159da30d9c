// Predictions in the terminal: one table a number of objects, a column a network; or, of one number over one
// network, the whole bill of every way.

import { decimalsFor, grouped, threeDigits } from '../../base/figures/numbers.ts';
import { count, listed, plural } from '../../base/figures/plurals.ts';
import type { Host } from '../../base/host.ts';
import type { RequestCell } from '../../factors/cell.ts';
import type { MissKind } from '../../model/misses/held-out.ts';
import type { Model, Prediction, Refusal } from '../../model/model.ts';
import { PREDICTED_ITEMS, type PredictedItem } from '../../model/predict.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { nameNetwork } from '../../network/say-network.ts';
import type { AdviceTable } from '../../report/advice/tables.ts';
import { adviceTable } from '../../report/terminal/advice-table.ts';
import { fittedTable } from '../../report/terminal/fitted-table.ts';
import { wrapped } from '../../report/terminal/grid.ts';
import { paintFor } from '../../report/terminal/paint.ts';
import { cellLabel, codingChoices, measuredLevels } from '../../report/words/levels.ts';

export interface Outcome {
  readonly n: number;
  readonly network: NetworkProfile;
  /** As it was measured. */
  readonly way: RequestCell;
  readonly found: Prediction | Refusal;
}

export interface Asked {
  readonly model: Model;
  readonly studies: readonly string[];
  readonly reuse: number;
  readonly confidence: number;
}

const INDENT = '  ';
/** Beside a total. None is a mark of an answer (`MARKS` of src/report/answers/answer.ts). */
const MARKS = { measured: ' ', inside: '~', outside: '»' } as const;

export function predictionText(outcomes: readonly Outcome[], asked: Asked, host: Host): string {
  const paint = paintFor(host.colour);
  const width = Math.max(40, host.columns);
  const names = labels(asked.model);
  const numbers = [...new Set(outcomes.map(({ n }) => n))];
  const networks = [...new Set(outcomes.map(({ network }) => network))];
  const isBill = numbers.length === 1 && networks.length === 1;
  const tables = isBill
    ? [billTable(outcomes, names)]
    : numbers.map((n) =>
        totalsTable(
          n,
          outcomes.filter((each) => each.n === n),
          networks,
          names,
        ),
      );
  const sections = [
    ...tables
      .filter(({ rows }) => rows.length > 0)
      .map((table) => adviceTable(fittedTable(table, width - INDENT.length), width, paint)),
    notes(outcomes, asked)
      .flatMap((note) => wrapped(note, width, INDENT, INDENT))
      .map(paint.dim),
    refusals(outcomes, asked).flatMap((line) => wrapped(line, width, INDENT, `${INDENT}  `)),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function labels({ cells }: Model): (way: RequestCell) => string {
  const levels = measuredLevels(cells);
  const choices = codingChoices(cells);
  const around = (['target', 'browser', 'protocol', 'dataset', 'thread'] as const).filter(
    (name) => (levels.get(name)?.length ?? 0) > 1,
  );
  return (way) => [cellLabel(way, levels, choices), ...around.map((name) => way[name])].join(' · ');
}

function totalsTable(
  n: number,
  outcomes: readonly Outcome[],
  networks: readonly NetworkProfile[],
  label: (way: RequestCell) => string,
): AdviceTable {
  const rows = [...Map.groupBy(outcomes, ({ way }) => label(way))]
    .map(([name, own]) => ({ name, own: own.map(({ found }) => found) }))
    .filter(({ own }) => own.some((found) => !('reason' in found)))
    .toSorted((a, b) => lastTotal(a.own) - lastTotal(b.own));
  return {
    title: `${count(n, 'object')}: predicted ms`,
    columns: [
      { title: 'way', align: 'left' },
      ...networks.map(({ name }) => ({ title: `${name}  `, align: 'right' }) as const),
    ],
    rows: rows.map(({ name, own }) => [
      name,
      ...own.map((found) =>
        'reason' in found
          ? '–'
          : `${threeDigits(found.totalMs.value)} ±${sayReach(found)}${MARKS[found.range]}`,
      ),
    ]),
    notes: [],
  };
}

function lastTotal(all: readonly (Prediction | Refusal)[]): number {
  const last = all.findLast((each): each is Prediction => !('reason' in each));
  return last?.totalMs.value ?? Number.POSITIVE_INFINITY;
}

/** The larger half of its interval: `2 %`. */
function sayReach({ totalMs: { value, interval } }: Prediction): string {
  return `${Math.max(1, Math.round((interval[1] / value - 1) * 100))} %`;
}

const TITLES: Readonly<Record<PredictedItem, string>> = {
  'server.compute': 'compute',
  encode: 'encode',
  compress: 'compress',
  network: 'network',
  handling: 'handling',
  decompress: 'decompress',
  decode: 'decode',
  'client.compute': 'compute',
};

function billTable(outcomes: readonly Outcome[], label: (way: RequestCell) => string): AdviceTable {
  const { n, network } = outcomes[0]!;
  const found = outcomes
    .flatMap(({ way, found: each }) => ('reason' in each ? [] : [{ name: label(way), each }]))
    .toSorted((a, b) => a.each.totalMs.value - b.each.totalMs.value);
  const items = PREDICTED_ITEMS.filter((item) => found.some(({ each }) => each.items[item] > 0));
  const decimals = decimalsFor(found.map(({ each }) => each.totalMs.value));
  return {
    title: `${count(n, 'object')} over ${nameNetwork(network.name, [network])}: predicted ms`,
    columns: [
      { title: 'way', align: 'left' },
      { title: 'total  ', align: 'right' },
      ...items.map((item) => ({ title: TITLES[item], align: 'right' }) as const),
    ],
    rows: found.map(({ name, each }) => [
      name,
      `${grouped(each.totalMs.value, decimals)} ±${sayReach(each)}${MARKS[each.range]}`,
      ...items.map((item) => grouped(each.items[item], 2)),
    ]),
    notes: [],
  };
}

const SAY_KIND: Readonly<Record<MissKind, string>> = {
  inside: 'numbers of objects between those measured',
  outside: 'numbers of objects beyond those measured',
  combination: 'formats and compressions not measured together',
  network: 'networks that were not measured',
};

function notes(outcomes: readonly Outcome[], { model, reuse, confidence }: Asked): readonly string[] {
  const found = outcomes.flatMap(({ found: each }) => ('reason' in each ? [] : [each]));
  if (found.length === 0) return [];
  const kinds = [...new Set(found.flatMap(({ restsOn }) => restsOn))];
  const shipped = kinds.filter((kind) => model.misses[kind].heldOut === null);
  const own = kinds.filter((kind) => model.misses[kind].heldOut !== null);
  return [
    `± is the ${Math.round(confidence * 100)} % interval; ~ between numbers of objects that were measured, » beyond what was measured`,
    ...own.map(
      (kind) =>
        `${SAY_KIND[kind]}: ${count(model.misses[kind].heldOut!, 'cell')} left out ${plural(model.misses[kind].heldOut!, 'was', 'were')} missed by at most ${threeDigits(Math.expm1(model.misses[kind].log) * 100)} % in 95 of 100`,
    ),
    ...(shipped.length === 0
      ? []
      : [
          `too few cells to leave out for ${listed(shipped.map((kind) => SAY_KIND[kind]))}: what another machine’s record missed, half as much again, stands in`,
        ]),
    ...(reuse === 1 ? [] : [`one answer is encoded and compressed for ${grouped(reuse)} that are sent`]),
    ...(found.some(({ bytes }) => bytes.missedLog > 0)
      ? ['bytes of what was not measured are interpolated, or what the compression leaves of other formats']
      : []),
  ];
}

/** Each reason once, and what would measure it. */
function refusals(outcomes: readonly Outcome[], { studies }: Asked): readonly string[] {
  const reasons = new Map<string, number>();
  for (const { found } of outcomes)
    if ('reason' in found) reasons.set(found.reason, (reasons.get(found.reason) ?? 0) + 1);
  if (reasons.size === 0) return [];
  const refused = [...reasons.values()].reduce((sum, number) => sum + number, 0);
  return [
    `Refused ${count(refused, 'prediction')}:`,
    ...[...reasons].map(([reason, number]) => `- ${reason}${number > 1 ? ` (${number})` : ''}`),
    `To measure ${plural(refused, 'it', 'them')}: name the levels in the study’s factors, and wirefare run ${studies[0]}`,
  ];
}
