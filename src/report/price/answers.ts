// Whether the fastest is also the cheapest, in sentences: where it is not, what its gain costs. A cost that
// sessions do not tell apart is no difference.

import { moneyDecimals, sayMoney } from '../../base/figures/money.ts';
import type { Comparison, Difference } from '../../summary/comparisons/comparison.ts';
import { negated, oriented } from '../../summary/comparisons/turned-comparison.ts';
import type { CellCost, PriceGroup, PriceSummary } from '../../summary/price/price-summary.ts';
import type { Summary } from '../../summary/summary.ts';
import type { Answer, Sentence, SentenceKind } from '../answers/answer.ts';
import { sayDifferences } from '../answers/ranges.ts';
import { type Case, growLeaves, type Leaf, REQUEST_CONDITIONS, sayWhere } from '../words/conditions.ts';
import type { Contest, Tables } from '../words/groups.ts';
import { sayInterval, sayLeftOut } from './tables.ts';

const MOST_SENTENCES = 6;
const COSTS = 'What do a million answers cost?';

type Agreement = 'agree' | 'disagree' | 'tie' | 'open';

interface PricedCase extends Case {
  readonly agreement: Agreement;
  readonly fastest: string;
  readonly cheapest: string;
  readonly provisional: boolean;
  /** By how much the fastest is the faster of the two; null where no bound is known. */
  readonly gainMs: Difference | null;
  /** What it costs more; null where they agree. */
  readonly extra: Difference | null;
}

/** Empty where nobody gave a price, or advice says it of what it recommends. */
export function priceAnswers(summary: Summary, tables: Tables): readonly Answer[] {
  const { price, advice } = summary;
  if (price === undefined || advice !== undefined) return [];
  if (price.groups.length === 0 && price.leftOut !== null) {
    const text = sayLeftOut(price.leftOut);
    return [{ question: COSTS, part: '', sentences: [{ kind: 'note', where: '', text }] }];
  }
  const contests = tables.tables.flatMap((table) => table.contests);
  const cases = price.groups.flatMap((group) => makeCase(group, contests, summary) ?? []);
  if (cases.length === 0) return [];
  const leaves = growLeaves(cases, REQUEST_CONDITIONS);
  const shown = leaves.slice(0, MOST_SENTENCES).map((leaf): Sentence => {
    const [{ agreement, provisional }] = leaf.cases as readonly [PricedCase];
    return {
      kind: KINDS[agreement],
      where: sayWhere(leaf, tables.levels),
      text: sentenceText(leaf, price),
      provisional,
    };
  });
  const left = leaves.length - shown.length;
  const more: Sentence[] =
    left === 0 ? [] : [{ kind: 'note', where: '', text: `${left} more of these: the tables tell` }];
  return [{ question: 'Is the fastest the cheapest?', part: '', sentences: [...shown, ...more] }];
}

const KINDS: Readonly<Record<Agreement, SentenceKind>> = {
  agree: 'note',
  disagree: 'decided',
  tie: 'tie',
  open: 'open',
};

/** null where there is nothing to choose, or a part of what the fastest costs is not known. */
function makeCase(
  { fastest, cheapest, rows }: PriceGroup,
  contests: readonly Contest[],
  { comparisons }: Summary,
): PricedCase | null {
  const contest = contests.find(({ contenders }) => contenders.some(({ cell }) => cell.id === fastest));
  const first = rows.find(({ cell }) => cell === fastest)!;
  if (contest === undefined || rows.length < 2 || cheapest === null || first.together === null) return null;
  const nameOf = (id: string) => contest.contenders.find(({ cell }) => cell.id === id)!.name;
  const isDearer = costsMore(first);
  const comparison = isDearer ? comparisonBetween(comparisons, fastest, cheapest) : null;
  const agreement = isDearer ? AGREEMENTS[comparison?.verdict ?? 'open'] : 'agree';
  const provisional = agreement !== 'agree' && (comparison?.provisional ?? false);
  const [a, b] = [nameOf(fastest), nameOf(cheapest)];
  return {
    factors: contest.shared,
    outcome: [agreement, provisional, a, isDearer ? b : ''].join('\n'),
    agreement,
    fastest: a,
    cheapest: b,
    provisional,
    gainMs: comparison?.differenceMs ? negated(comparison.differenceMs) : null,
    extra: isDearer ? first.extra : null,
  };
}

const AGREEMENTS: Readonly<Record<Comparison['verdict'], Agreement>> = {
  faster: 'disagree',
  same: 'tie',
  within: 'tie',
  // The cheapest was shown to be the faster one at an earlier look, whatever the medians are by now.
  slower: 'tie',
  open: 'open',
};

/** Told about `a`; null where the two were not compared. */
function comparisonBetween(comparisons: readonly Comparison[], a: string, b: string): Comparison | null {
  const found = comparisons.find((each) => [each.a, each.b].includes(a) && [each.a, each.b].includes(b));
  return found === undefined ? null : oriented(found, a);
}

/** Whether sessions tell that it costs more than the cheapest of its group. */
export function costsMore({ extra }: CellCost): boolean {
  return extra !== null && extra.interval[0] > 0;
}

function sentenceText({ cases }: Leaf<PricedCase>, price: PriceSummary): string {
  const [{ agreement, fastest, cheapest }] = cases as readonly [PricedCase];
  if (agreement === 'agree')
    return `nothing is known to be cheaper than ${fastest}, which has the lowest median`;
  const extra = sayExtras(
    cases.map((one) => one.extra!),
    price,
  );
  if (agreement === 'disagree') {
    const gain = sayDifferences(cases.map(({ gainMs }) => gainMs));
    return `${fastest} is ${gain === null ? '' : `${gain} `}faster than ${cheapest} and costs ${extra} more a million`;
  }
  if (agreement === 'tie')
    return `${cheapest} costs ${extra} less a million than ${fastest} and is about as fast`;
  return `${cheapest} costs ${extra} less a million than ${fastest}; whether it is slower is open`;
}

/** `$0.021 [0.018, 0.024]`, or the least to the greatest. */
export function sayExtras(extras: readonly Difference[], { price }: PriceSummary): string {
  const sorted = extras.toSorted((a, b) => a.value - b.value);
  const said = [sorted[0]!, sorted.at(-1)!].map((one) => sayExtra(one, price.currency));
  return [...new Set(said)].join(' to ');
}

function sayExtra({ value, interval }: Difference, currency: string | null): string {
  const decimals = moneyDecimals([Math.abs(value)]);
  const figure = sayMoney(value, currency, decimals);
  // Bytes are certain, and most of what many answers cost.
  const isCertain = interval.every((end) => sayMoney(end, currency, decimals) === figure);
  return isCertain ? figure : `${figure} ${sayInterval(interval, decimals)}`;
}
