// The text of `wirefare plan`: what would be run, in which order, for how long. The plan itself is the JSON
// form.

import { sayBytes } from '../../base/figures/bytes.ts';
import { shortNumber } from '../../base/figures/numbers.ts';
import { plural } from '../../base/figures/plurals.ts';
import { FACTOR_NAMES, type FactorName, isFactorOf } from '../../factors/catalogue.ts';
import { type Cell, isSequence, wordOf } from '../../factors/cell.ts';
import { NO_CODEC } from '../../factors/codec.ts';
import { nameNetwork } from '../../network/say-network.ts';
import { sayCoding } from '../../study/cells/filter.ts';
import { sayCopies } from '../../study/cells/repeated-payload.ts';
import {
  type ComparisonRule,
  isFactorRule,
  ownPayload,
  type Part,
  type PayloadRef,
  type Study,
} from '../../study/study.ts';
import type { StudyIndex } from '../../study/study-index.ts';
import { blocksOfRound, warmupRounds } from '../blocks/blocks.ts';
import { saySize } from '../cell-ids.ts';
import { sayDesign } from '../design/say-design.ts';
import type { Panel, Plan, PlannedCell } from '../plan.ts';
import { sayNotMade } from './say-not-made.ts';
import { sayHeldSessions, saySessions } from './say-sessions.ts';
import { sayUrls } from './say-urls.ts';
import { listed, wrapped } from './wrap.ts';

const WIDTH = 80;
/** More cells than this in a part are counted, not listed. */
const MOST_CELLS_LISTED = 24;
const BLOCKS_SHOWN = 3;
/** Levels start in this column. */
const FACTOR_COLUMN = 15;

/** `held`: of what predictions are held beside. */
export function sayPlan(study: Study, plan: Plan, held: Plan | null = null): string {
  const cells = [...plan.cells, ...(held?.cells ?? [])];
  return [
    ...wrapped(`${study.name}: ${study.title}`, '', WIDTH),
    ...wrapped(study.question, '', WIDTH),
    '',
    ...study.parts.flatMap((part) => sayPart(part, cells, study)),
    ...sayUrls(study).flatMap((line) => wrapped(line, '', WIDTH)),
    ...sayDesign(study, plan, WIDTH),
    ...sayQuestions(study, plan),
    ...saySessions(study, plan),
    ...(held === null ? [] : sayHeldSessions(study, held)),
    ...sayFirstBlocks(plan),
    '',
  ].join('\n');
}

function sayPart({ name, title }: Part, all: readonly PlannedCell[], study: Study): string[] {
  const cells = all.filter(({ part, twinOf }) => part === name && twinOf === null);
  const runnable = cells.filter(({ skip }) => skip === null);
  const ids = runnable.slice(0, MOST_CELLS_LISTED).map(({ id }) => id);
  const more = runnable.length - ids.length;
  const predicted = cells.filter(({ role }) => role?.kind === 'predicted').length;
  const left = predicted === 0 ? '' : `, ${predicted} predicted`;
  return [
    ...wrapped(`Part ${name}: ${title}`, '', WIDTH),
    ...sayFactors(cells, study),
    ...sayResampled(cells, study).flatMap((note) => wrapped(note, '  ', WIDTH)),
    ...wrapped(
      `${runnable.length} of ${cells.length} ${plural(cells.length, 'cell is', 'cells are')} run${left}:`,
      '  ',
      WIDTH,
    ),
    ...listed(more > 0 ? [...ids, `and ${more} more (--json lists all)`] : ids, '    ', WIDTH),
    ...saySkipped(cells, study),
    ...notMade(cells),
    '',
  ];
}

function notMade(cells: readonly PlannedCell[]): string[] {
  const pairs = sayNotMade(cells.map(({ factors }) => factors));
  return pairs.length === 0 ? [] : wrapped(`not made: ${pairs.join(' · ')}`, '  ', WIDTH);
}

/** Of payloads that are shorter than the largest n; each message is a record by itself anyway. */
function sayResampled(cells: readonly PlannedCell[], { payloads }: Study): string[] {
  if (cells.some(({ factors }) => isSequence(factors))) return [];
  return payloads
    .filter(({ shape }) => shape === 'list')
    .flatMap(({ name, count }) => {
      const own = cells.filter(({ factors }) => factors.dataset === name);
      return sayCopies(Math.max(0, ...own.map(({ factors }) => factors.n)), count).map(
        (note) => `${name}, ${note}`,
      );
    });
}

/** A line or more for each factor, its levels in a column. */
function sayFactors(cells: readonly PlannedCell[], study: Study): string[] {
  const named = factorsSaid(cells);
  return named.flatMap((factor) => {
    const levels = [...new Set(cells.map(({ factors }) => sayLevel(factor, factors, study)))];
    const [first, ...rest] = listed(levels, ' '.repeat(FACTOR_COLUMN), WIDTH, ', ');
    return [`  ${factor}`.padEnd(FACTOR_COLUMN) + first!.trimStart(), ...rest];
  });
}

/** Requests have no transport to tell of, messages nothing that is computed. */
function factorsSaid(cells: readonly PlannedCell[]): readonly FactorName[] {
  const kind = cells.some(({ factors }) => isSequence(factors)) ? 'sequence' : 'request';
  return FACTOR_NAMES.filter((name) => isFactorOf(kind, name) && name !== 'codec' && name !== 'encoder');
}

function sayLevel(factor: FactorName, factors: Cell, { networks, payloads }: Study): string {
  const own = factor === 'dataset' ? ownPayload(factors, payloads) : undefined;
  if (own !== undefined) return sayPayload(own);
  if (factor === 'format' && factors.codec !== NO_CODEC) return `${factors.format}/${factors.codec}`;
  if (factor === 'size' && isSequence(factors)) return saySize(factors.size);
  return factor === 'network' ? nameNetwork(factors.network, networks) : String(wordOf(factors, factor));
}

/** `orders (orders.json: 300 records, 90 kB as JSON)`. */
function sayPayload({ name, source, shape, count, jsonBytes }: PayloadRef): string {
  const counted = {
    list: `${count} ${plural(count, 'record')}, `,
    document: 'one document, ',
    messages: `${count} ${plural(count, 'message')}, `,
  }[shape];
  return `${name} (${source}: ${counted}${sayBytes(jsonBytes)} as JSON)`;
}

function saySkipped(cells: readonly PlannedCell[], study: Study): string[] {
  const skipped = cells.filter(({ skip, role }) => skip !== null && role?.kind !== 'predicted');
  return [...Map.groupBy(skipped, ({ skip }) => skip!)].flatMap(([reason, group]) => {
    const networks = new Set(group.map(({ factors }) => factors.network));
    const names = [...networks].map((name) => nameNetwork(name, study.networks));
    const which = networks.has('none') ? '' : `, network ${names.join(', ')}`;
    return wrapped(`${group.length} skipped${which}: ${reason}`, '  ', WIDTH);
  });
}

function sayQuestions(study: Study, plan: Plan): string[] {
  const rules = study.comparisons.map(sayRule);
  const twins = plan.cells.flatMap(({ twinOf }) => twinOf ?? []);
  return [
    ...wrapped(`Compared: ${rules.join(' · ') || 'nothing'}`, '', WIDTH),
    ...wrapped(`Twins, to see whether the run agrees with itself: ${twins.join(' · ') || 'none'}`, '', WIDTH),
    ...(study.index === undefined ? [] : wrapped(`Index: ${sayIndex(study.index)}`, '', WIDTH)),
    ...(study.claims.length > 0 ? [`Published ratios to hold against: ${study.claims.length}`] : []),
    '',
  ];
}

/** `encode 40 %, size 60 %; 1 is json/QJsonDocument none`. */
function sayIndex({ weights, baseline }: StudyIndex): string {
  const shares = weights.map(({ metric, share }) => `${metric} ${shortNumber(share * 100, 3)} %`);
  if (baseline === null) return shares.join(', ');
  const { format: _, codec: __, ...others } = baseline;
  const rest = Object.values(others).map((levels) => levels.join(', '));
  return `${shares.join(', ')}; 1 is ${[sayCoding(baseline), ...rest].filter((word) => word !== '').join(' ')}`;
}

function sayRule(rule: ComparisonRule): string {
  if (isFactorRule(rule)) return `${rule.factor} against ${rule.baseline}`;
  return `everything against ${Object.values(rule.against).flat().join(' ')}`;
}

function sayFirstBlocks(plan: Plan): string[] {
  const session = plan.sessions[0];
  if (session === undefined) return [];
  const rounds = [0, 1, 2].map((round) => warmupRounds(session.panels) + round);
  const blocks = rounds.flatMap((round) => blocksOfRound(session, round)).slice(0, BLOCKS_SHOWN);
  return [
    'First blocks of session 1 after the warm-up:',
    ...blocks.flatMap(({ block, panel, visits }) => [
      `  block ${block}: ${sayVisit(panel)}`,
      ...listed(
        visits.map(({ cell }) => cell),
        '    ',
        WIDTH,
        ' → ',
      ),
    ]),
  ];
}

/** `of each cell 1 exchange to settle, then 3 exchanges`. */
function sayVisit({ settlingPerVisit, countedPerVisit, countedOnce = [] }: Panel): string {
  const once = countedOnce.length === 0 ? '' : ', or 1 where it takes over half a second';
  const counted = `${countedPerVisit} ${plural(countedPerVisit, 'exchange')}${once}`;
  return settlingPerVisit === 0
    ? `of each cell ${counted}`
    : `of each cell 1 exchange to settle, then ${counted}`;
}
