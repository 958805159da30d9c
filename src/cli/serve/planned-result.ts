// A plan as the page shows it: cells, sessions and wall time, and what this budget and larger ones buy.

import { shortNumber } from '../../base/figures/numbers.ts';
import { count } from '../../base/figures/plurals.ts';
import { sayDuration, sayRoughly } from '../../base/figures/times.ts';
import { type ForeseenAnswer, foreseenAnswers } from '../../plan/foreseen-answers.ts';
import type { Plan, PlannedCell } from '../../plan/plan.ts';
import { sayPlan } from '../../plan/say/say-plan.ts';
import { sayShortcomings } from '../../plan/say/say-sessions.ts';
import { heldStudy } from '../../study/cells/held-parts.ts';
import type { Study } from '../../study/study.ts';
import { inWordsOfPage } from '../../ui/server/words-of-page.ts';
import type { PlannedResult } from '../../ui/studies/asked.ts';
import type { PlannedStudy } from '../study/study-options.ts';

type Table = PlannedResult['tables'][number];

/** Of more comparisons, those that are known the least. */
const MOST_ANSWERS = 12;
/** Of larger studies a plan takes too long to make several times over. */
const MOST_CELLS_REPLANNED = 300;
const LARGER_BUDGETS = [1, 2, 5, 15];

export function plannedResult({ study, plan, held, notes, planOf }: PlannedStudy): PlannedResult {
  const answers = plan.sessions.length === 0 ? [] : foreseenAnswers(study, plan);
  return {
    title: study.title,
    facts: factsOf(study, plan, held),
    tables: [
      partsTable(study, [...plan.cells, ...(held?.cells ?? [])]),
      ...buys(study, plan, answers, planOf),
    ],
    shortcomings: sayShortcomings(study, plan).map(inWordsOfPage),
    notes: notes.map(inWordsOfPage),
    text: sayPlan(study, plan, held),
  };
}

function factsOf(study: Study, plan: Plan, held: Plan | null): [string, string][] {
  const cells = measured(plan.cells);
  const runnable = cells.filter(({ skip }) => skip === null);
  const heldMs = heldStudy(study)?.protocol.budgetMs ?? 0;
  const after =
    held === null || held.sessions.length === 0 ? '' : `, then ${sayDuration(heldMs)} for predictions`;
  return [
    [count(runnable.length, 'cell'), runnable.length === cells.length ? 'all are run' : `of ${cells.length}`],
    [count(plan.sessions.length, 'session'), 'fresh client, fresh server'],
    [sayDuration(study.protocol.budgetMs), `of wall time at most${after}`],
    [
      count(study.comparisons.length + study.claims.length, 'question'),
      'a run ends earlier where all are answered',
    ],
  ];
}

function measured(cells: readonly PlannedCell[]): readonly PlannedCell[] {
  return cells.filter(({ twinOf }) => twinOf === null);
}

function partsTable({ parts }: Study, all: readonly PlannedCell[]): Table {
  const rows = parts.map(({ name, title, heldMs }) => {
    const cells = measured(all).filter(({ part }) => part === name);
    const runnable = cells.filter(({ skip }) => skip === null).length;
    const reasons = [
      ...new Set(cells.flatMap(({ skip, role }) => (role?.kind === 'predicted' ? [] : (skip ?? [])))),
    ];
    const predicted = cells.filter(({ role }) => role?.kind === 'predicted').length;
    const says = [
      ...(heldMs === undefined ? [] : ['measured after all others, to hold predictions beside']),
      ...(predicted === 0 ? [] : [`${predicted} predicted`]),
      ...reasons,
    ];
    return [title, `${runnable} of ${cells.length}`, says.join('; ')];
  });
  return {
    title: 'Cells',
    columns: [
      { title: 'part', align: 'left' },
      { title: 'run', align: 'right' },
      { title: 'the others', align: 'left' },
    ],
    rows,
    notes: [],
  };
}

function buys(
  study: Study,
  plan: Plan,
  answers: readonly ForeseenAnswer[],
  planOf: PlannedStudy['planOf'],
): Table[] {
  if (answers.length === 0) return [];
  const widest = answers
    .toSorted((a, b) => (b.width ?? Infinity) - (a.width ?? Infinity))
    .slice(0, MOST_ANSWERS);
  const more = answers.length - widest.length;
  const comparisons: Table = {
    title: 'What that buys, about, on a quiet machine',
    columns: [
      { title: 'comparison', align: 'left' },
      { title: 'known to', align: 'right' },
      { title: `to ${sayWidth(study.protocol.precision)} takes`, align: 'right' },
    ],
    rows: widest.map(({ a, b, width, budgetMs }) => [
      `${a} against ${b}`,
      sayWidth(width),
      budgetMs === null ? 'too long' : sayRoughly(budgetMs),
    ]),
    notes: more === 0 ? [] : [`${count(more, 'comparison')} more, known better than these`],
  };
  const isLarge = plan.cells.length > MOST_CELLS_REPLANNED || study.protocol.sessions !== null;
  return isLarge ? [comparisons] : [budgetsTable(study, planOf), comparisons];
}

function budgetsTable(study: Study, planOf: PlannedStudy['planOf']): Table {
  const { protocol } = study;
  const rows = LARGER_BUDGETS.map((times) => {
    const budgetMs = protocol.budgetMs * times;
    const longer: Study = { ...study, protocol: { ...protocol, budgetMs } };
    const plan = planOf(longer);
    const widths = plan.sessions.length === 0 ? [] : foreseenAnswers(longer, plan).map(({ width }) => width);
    const within = widths.filter((width) => width !== null && width <= protocol.precision).length;
    const widest = widths.includes(null) ? null : Math.max(...(widths as number[]));
    return [
      sayDuration(budgetMs),
      String(plan.sessions.length),
      sayWidth(widest),
      `${within} of ${widths.length}`,
    ];
  });
  return {
    title: 'What a budget buys, about',
    columns: [
      { title: 'wall time', align: 'left' },
      { title: 'sessions', align: 'right' },
      { title: 'the least known', align: 'right' },
      { title: `known to ${sayWidth(protocol.precision)}`, align: 'right' },
    ],
    rows,
    notes: ['Large differences are told much earlier.'],
  };
}

/** To two digits; null: nothing is told. */
function sayWidth(share: number | null): string {
  return share === null ? 'not told' : `±${shortNumber(share * 100, 2)} %`;
}
