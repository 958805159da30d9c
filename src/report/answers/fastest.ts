// Which is the fastest: contest by contest, told together where the answer is the same.

import { listed } from '../../base/figures/plurals.ts';
import { isSequence, wordOf } from '../../factors/cell.ts';
import { isCompressed } from '../../factors/compression.ts';
import { type Case, growLeaves, type Leaf, RANKING_CONDITIONS, sayWhere } from '../words/conditions.ts';
import type { Contender, Contest, Tables } from '../words/groups.ts';
import type { LevelsOf } from '../words/levels.ts';
import type { Answer, Sentence } from './answer.ts';
import { type Apart, type NotTold, sayLeadersApart } from './apart.ts';
import { carriedBy, sayLeaders, sayLess, sayTakes } from './of-a-message.ts';
import { sayGains } from './ranges.ts';

/** Factors that may tell contests apart, the first to be preferred where several would do. */
const MOST_SENTENCES = 6;
const MOST_NAMED = 3;

interface ContestCase extends Case {
  readonly contest: Contest;
  readonly kind: 'one' | 'tie' | 'within' | 'open';
  readonly leaders: readonly Contender[];
  readonly provisional: boolean;
}

export function bestAnswer(tables: Tables, part: string): readonly Answer[] {
  const contests = tables.tables.flatMap((table) => table.contests).filter(isRanked);
  if (contests.length === 0) return [];
  const leaves = growLeaves(contests.map(makeCase), RANKING_CONDITIONS);
  const sentences =
    leaves.length <= MOST_SENTENCES
      ? leaves.map((leaf) => writeSentence(leaf, tables.levels))
      : counted(leaves, contests.length);
  return [{ question: fastestQuestion(contests), part, sentences }];
}

function fastestQuestion(contests: readonly Contest[]): string {
  if (!contests.every(({ shared }) => isSequence(shared))) return 'Which is the fastest?';
  const alike = contests.every(({ contenders }) => {
    const transports = contenders.map(({ cell }) => wordOf(cell.factors, 'transport'));
    return new Set(transports).size === transports.length;
  });
  return `Which ${alike ? 'transport' : 'way'} is the fastest?`;
}

/** Of cells that were not all compared with the fastest, nothing is said. */
function isRanked({ contenders }: Contest): boolean {
  return contenders.length > 1 && contenders.every(({ standing }) => standing !== null);
}

function makeCase(contest: Contest): ContestCase {
  const leaders = contest.contenders.filter(({ standing }) => standing !== 'slower');
  const { standing, provisional } = contest.contenders[0]!;
  const kind = KINDS[standing!];
  const names = leaders.map(({ name }) => name).sort();
  const outcome = [kind, provisional, isWithheld(leaders), ...names].join('\n');
  return { factors: contest.shared, outcome, contest, kind, leaders, provisional };
}

const KINDS = { fastest: 'one', slower: 'one', tied: 'tie', within: 'within', open: 'open' } as const;
const SENTENCE_KINDS = { one: 'decided', tie: 'tie', within: 'within', open: 'open' } as const;

function isWithheld(leaders: readonly Contender[]): boolean {
  return leaders.some(({ slowerBy }) => slowerBy?.openBecause === 'twin');
}

function writeSentence(leaf: Leaf<ContestCase>, levels: LevelsOf): Sentence {
  const where = sayWhere(leaf, levels);
  const { kind, provisional } = leaf.cases[0]!;
  return { kind: SENTENCE_KINDS[kind], where, text: sentenceText(leaf.cases), provisional };
}

function sentenceText(cases: readonly ContestCase[]): string {
  const { kind, leaders, factors, provisional } = cases[0]!;
  if (kind === 'open' || kind === 'within') return apartText(kind, cases);
  if (isSequence(factors)) return messagesText(cases);
  const gain = gainText(cases);
  const beyond = gain && `: ${gain}`;
  const names = listed([...leaders.map(({ name }) => name)].sort());
  if (provisional) return `${names} ${leaders.length === 1 ? 'leads' : 'tie'} so far${beyond}`;
  return `${names} ${kind === 'one' ? 'is' : 'tie as'} the fastest${beyond}`;
}

/**
 * `over WebSocket a message takes 11.2 µs, 25.1× less than by XHR [24.3, 26.0]`; what ties with it is told
 * behind.
 */
function messagesText(cases: readonly ContestCase[]): string {
  const { leaders } = cases[0]!;
  const firsts = cases.map((one) => one.leaders[0]!);
  const takes = sayTakes(
    firsts,
    cases.map(({ factors }) => factors),
  );
  const { gains, than } = listGains(cases);
  const less =
    gains.length === 0 ? '' : `, ${sayLess(gains, than === null ? 'by the next' : carriedBy(than))}`;
  if (leaders.length === 1) return `${carriedBy(leaders[0]!.name)} ${takes}${less}`;
  const names = [...leaders.map(({ name }) => name)].sort();
  return `${listed(names)} tie: ${takes}${less}`;
}

/**
 * How much the fastest gains on the baseline; on the next, where it is the baseline itself. Empty where
 * neither is slower.
 */
function gainText(cases: readonly ContestCase[]): string {
  const { gains, than } = listGains(cases);
  return than === null ? '' : sayGains(gains, `faster than ${than}`);
}

/** `than` is null where it is not one and the same, or nothing is to be told. */
function listGains(cases: readonly ContestCase[]) {
  const gains = cases.flatMap(({ contest, leaders }) => {
    const { baseline } = contest;
    if (baseline?.standing === 'slower') return [{ ...baseline.slowerBy!, than: asItIs(baseline) }];
    const next = contest.contenders.find(({ standing }) => standing === 'slower');
    if (next?.slowerBy == null || leaders.length > 1) return [];
    return [{ ...next.slowerBy, than: `the next, ${next.name}` }];
  });
  const than = [...new Set(gains.map((gain) => gain.than))];
  return { gains, than: than.length === 1 ? than[0]! : null };
}

function asItIs({ cell, name }: Contender): string {
  return !isSequence(cell.factors) && !isCompressed(cell.factors.compression) ? `${name} as it is` : name;
}

/** `protobuf or json, at most 6.1 % apart; ±2 % takes about 4 min more`; many are counted instead. */
function apartText(kind: NotTold, cases: readonly ContestCase[]): string {
  const { contest, leaders } = cases[0]!;
  const found = cases.flatMap((one) =>
    one.leaders.flatMap((each): Apart[] => (each.standing === kind && each.slowerBy ? [each.slowerBy] : [])),
  );
  const all = contest.contenders.length;
  const who =
    leaders.length > MOST_NAMED
      ? leaders.length === all
        ? `any of ${all} cells`
        : `one of ${leaders.length} cells of ${all}`
      : cases.length === 1 && isSequence(contest.shared)
        ? sayLeaders(leaders)
        : listed(
            leaders.map(({ name }) => name),
            'or',
          );
  return sayLeadersApart(found, kind, who);
}

/** How often a cell leads, by what is known of it: for good, or of fewer than four sessions. */
type Leads = Record<ContestCase['kind'], { settled: number; soFar: number }>;

/** From the best known to the least: the first that a cell leads by is its mark. */
const KNOWN: readonly {
  readonly kind: ContestCase['kind'];
  readonly settled: string;
  readonly soFar: string;
}[] = [
  { kind: 'one', settled: 'the fastest in', soFar: 'ahead so far in' },
  { kind: 'tie', settled: 'tied as the fastest in', soFar: 'tied so far in' },
  {
    kind: 'within',
    settled: 'within the precision of the fastest in',
    soFar: 'close to the first so far in',
  },
  { kind: 'open', settled: 'perhaps the fastest in', soFar: 'perhaps the fastest in' },
];

/** Too many different answers for sentences: how often each cell leads, alone or beside others. */
function counted(leaves: readonly Leaf<ContestCase>[], contests: number): readonly Sentence[] {
  const byName = new Map<string, Leads>();
  const openOf = new Map<string, Apart[]>();
  for (const { kind, leaders, provisional } of leaves.flatMap((leaf) => leaf.cases)) {
    for (const leader of leaders) {
      const { name } = leader;
      const leads = byName.get(name) ?? noLeads();
      leads[kind][provisional && kind !== 'open' ? 'soFar' : 'settled']++;
      byName.set(name, leads);
      if (kind === 'open') openOf.set(name, [...(openOf.get(name) ?? []), ...apartFrom(leader, leaders)]);
    }
  }
  const byLeads = [...byName].sort(([, a], [, b]) => {
    const known = KNOWN.map(({ kind }) => times(b[kind]) - times(a[kind]));
    return known[0]! + known[1]! || known[2]! || known[3]!;
  });
  return byLeads.slice(0, MOST_SENTENCES).map(([label, leads]) => {
    const ways = KNOWN.flatMap(({ kind, settled, soFar }) => [
      ...(leads[kind].settled > 0 ? [`${settled} ${leads[kind].settled}`] : []),
      ...(leads[kind].soFar > 0 ? [`${soFar} ${leads[kind].soFar}`] : []),
    ]);
    const best = KNOWN.find(({ kind }) => times(leads[kind]) > 0)!;
    const often = `${label}: ${listed(ways)} of ${contests} rankings`;
    const open = openOf.get(label) ?? [];
    return {
      kind: SENTENCE_KINDS[best.kind],
      where: '',
      text: open.length === 0 ? often : sayLeadersApart(open, 'open', often),
      provisional: KNOWN.some(({ kind }) => leads[kind].soFar > 0),
    };
  });
}

/** A leader from the first; of the first, those from it whose place is not known. */
function apartFrom({ slowerBy }: Contender, leaders: readonly Contender[]): readonly Apart[] {
  if (slowerBy !== null) return [slowerBy];
  return leaders.flatMap((each) => (each.standing === 'open' && each.slowerBy ? [each.slowerBy] : []));
}

function noLeads(): Leads {
  const none = () => ({ settled: 0, soFar: 0 });
  return { one: none(), tie: none(), within: none(), open: none() };
}

function times({ settled, soFar }: Leads[keyof Leads]): number {
  return settled + soFar;
}
