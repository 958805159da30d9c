import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunFile, SessionFacts } from '../../record/record.ts';
import { blankFacts } from '../../run/sessions/session-facts.ts';
import { parseGate } from '../../study/gate/gate-file.ts';
import type { FailedExchanges } from '../../summary/gate/failed-exchanges.ts';
import { TOO_LATE } from '../../wire/sample.ts';
import { endingOfRun, outcomeWith } from './gate-ending.ts';

const { rules } = parseGate('gate: {base: a, head: b, rules: [{item: total, slower: 5%}]}', 'gate.yaml');
const planned = [{ rule: rules[0]!, pairs: [{ base: 'json base', head: 'json head' }] }];
const LEVELS = { base: 'base', head: 'head' };

const complete: Partial<SessionFacts> = { status: 'complete' };
const failed = (
  target: string,
  how: NonNullable<SessionFacts['fault']>['how'] = 'ended',
): Partial<SessionFacts> => ({
  status: 'failed',
  reason: `${target} ${how}`,
  fault: { target, how },
});
const without = (...cells: readonly string[]): Partial<SessionFacts> => ({
  status: 'complete',
  checks: cells.map((cell) => ({ cell, difference: 'wrong' }) as never),
  dropped: cells.map((cell) => ({ cell, reason: 'wrong' })),
});

function ending(
  sessions: readonly Partial<SessionFacts>[],
  status: RunFile['status'] = 'complete',
  headFails: 'broken' | 'error' = 'broken',
  failures: readonly FailedExchanges[] = [],
) {
  const facts = sessions.map((some, i) => ({ ...blankFacts(i, i, ''), ...some }));
  const run = { status, reason: 'why', sessions: facts } as unknown as RunFile;
  return endingOfRun(run, planned, LEVELS, { headFails }, failures);
}

const HEAD = (...headFails: readonly string[]) => ({ headFails, endedEarly: [] });
const EARLY = (...endedEarly: readonly string[]) => ({ headFails: [], endedEarly });
const NONE = { headFails: [], endedEarly: [] };

test('a side that stumbled once in a run that came to its end has not failed', () => {
  assert.deepEqual(ending([complete, failed('head'), complete]), NONE);
  assert.deepEqual(ending([complete, failed('head', 'changed'), complete]), NONE);
  assert.deepEqual(ending([complete, without('json head'), complete]), NONE);
  assert.deepEqual(ending([complete, failed('head', 'changed')]), NONE);
});

test('head has failed by two sessions, by all there are, or by the last', () => {
  assert.deepEqual(ending([failed('head'), complete, failed('head')]), HEAD('head ended'));
  assert.deepEqual(ending([without('json head')]), HEAD('json head: wrong'));
  assert.deepEqual(ending([complete, failed('head')]), HEAD('head ended'));
  assert.deepEqual(ending([complete, without('json head')]), HEAD('json head: wrong'));
  assert.deepEqual(ending([complete, failed('head', 'changed')], 'failed'), HEAD('head changed'));
  assert.deepEqual(ending([failed('head')], 'failed', 'error'), EARLY('head ended'));
});

test('a cell that a warning alone is about fails neither side', () => {
  const warning = planned.map((one) => ({ ...one, rule: { ...one.rule, level: 'warn' as const } }));
  const wrong = [without('json head'), without('json head')];
  const run = {
    status: 'complete',
    reason: '',
    sessions: wrong.map((some, i) => ({ ...blankFacts(i, i, ''), ...some })),
  } as unknown as RunFile;
  const endingBy = (rules: typeof planned) => endingOfRun(run, rules, LEVELS, { headFails: 'broken' }, []);
  assert.deepEqual(endingBy(warning), NONE);
  assert.deepEqual(endingBy([...warning, ...planned]), HEAD('json head: wrong'));
});

test('one wrong answer is enough', () => {
  assert.deepEqual(ending([complete, failed('head', 'wrong'), complete]), HEAD('head wrong'));
});

test('a session that is cut counts where a side hung in it until the time was up', () => {
  const cut = (...cells: readonly string[]) =>
    ({ ...without(...cells), status: 'interrupted', cut: true }) as const;
  assert.deepEqual(ending([cut('json head')]), HEAD('json head: wrong'));
  assert.deepEqual(ending([complete, cut('json head')]), HEAD('json head: wrong'));
  assert.deepEqual(ending([cut('json base')]), EARLY('json base: wrong'));
  assert.deepEqual(ending([complete, cut()]), NONE);
});

test('where base fails it is no fault of head alone', () => {
  assert.deepEqual(ending([failed('base')], 'failed'), EARLY('base ended'));
  assert.deepEqual(
    ending([failed('base'), failed('base'), failed('head'), failed('head')], 'failed'),
    EARLY('base ended', 'head ended'),
  );
  // What neither of them answers is told of their rules.
  assert.deepEqual(ending([without('json base', 'json head')]), NONE);
});

test('of a side that does not answer the first session tells it, and what mends it stands below', () => {
  const hung = (target: string, reason: string): Partial<SessionFacts> => ({
    ...failed(target, 'unanswered'),
    reason,
  });
  const remedy = (side: string) =>
    `to mend it: see by hand whether ${side} answers what it is asked, and how soon; a longer budget of the gate waits longer`;
  const says = 'the target base did not answer: 3 exchanges in a row got no answer in 4.6 s at most';
  const again = 'the target base did not answer: an exchange got no answer in 1.2 s';
  assert.deepEqual(ending([hung('base', says), hung('base', again)], 'failed'), EARLY(says, remedy('base')));
  // A front's target is called by its URL, and the lab names none.
  const lab = 'the target did not answer the lab: nothing came within 5 s';
  assert.deepEqual(ending([hung('base', lab)], 'failed'), EARLY(`base: ${lab}`, remedy('base')));
  assert.deepEqual(ending([hung('head', lab)], 'failed', 'error'), EARLY(`head: ${lab}`, remedy('head')));
  assert.deepEqual(ending([hung('head', lab)], 'failed'), HEAD(`head: ${lab}`));
  // In one format alone.
  const reason = `failed 3 times in a row: ${TOO_LATE}`;
  const partly = { ...complete, ...without('json base'), dropped: [{ cell: 'json base', reason }] };
  assert.deepEqual(ending([partly]), EARLY(`json base: ${reason}`, remedy('base')));
});

/** One side does not have what the other was checked for. */
const lacking = (lost: string, there: string): Partial<SessionFacts> => ({
  status: 'complete',
  checks: [{ cell: there, difference: null } as never],
  dropped: [{ cell: lost, reason: 'does not have br' }],
});

test('a head that has lost what base has fails, and a base without what is new does not', () => {
  const lost = lacking('json head', 'json base');
  assert.deepEqual(ending([lost]), HEAD('json head: does not have br'));
  assert.deepEqual(ending([lost], 'complete', 'error'), EARLY('json head: does not have br'));
  assert.deepEqual(ending([lacking('json base', 'json head')]), NONE);
  // Neither has it.
  const gone = ['json base', 'json head'].map((cell) => ({ cell, reason: 'does not have br' }));
  assert.deepEqual(ending([{ status: 'complete', dropped: gone }]), NONE);
});

test('what a record has and head lacks is head’s fault, though cells of both have one name', () => {
  const same = [{ rule: rules[0]!, pairs: [{ base: 'json head', head: 'json head' }] }];
  const facts = { ...blankFacts(0, 0, ''), ...without('json head') };
  const run = { status: 'complete', reason: '', sessions: [facts] } as unknown as RunFile;
  const ended = endingOfRun(run, same, { base: null, head: 'head' }, { headFails: 'broken' }, []);
  assert.deepEqual(ended, HEAD('json head: wrong'));
});

test('a head that fails more of its exchanges than base, beyond chance, has failed', () => {
  const failures = (finding: FailedExchanges['finding']): FailedExchanges[] => [
    {
      base: 'json base',
      head: 'json head',
      ofBase: { failed: 0, exchanges: 400, reason: '' },
      ofHead: { failed: 31, exchanges: 400, reason: 'the target answered 503' },
      finding,
    },
  ];
  const says = 'json head: 31 of 400 exchanges failed: the target answered 503; of json base none of 400';
  assert.deepEqual(ending([complete], 'complete', 'broken', failures('more')), HEAD(says));
  assert.deepEqual(ending([complete], 'complete', 'error', failures('more')), EARLY(says));
  // Where all cells together say it, each of them need not.
  const [one] = failures('more');
  const all = [{ ...one!, base: 'base', head: 'all cells', isOfAll: true } as const, one!];
  assert.deepEqual(
    ending([complete], 'complete', 'broken', all),
    HEAD('all cells: 31 of 400 exchanges failed: the target answered 503; of base none of 400'),
  );
  for (const finding of ['chance', 'once'] as const)
    assert.deepEqual(ending([complete], 'complete', 'broken', failures(finding)), NONE);
  // A warning never refuses.
  assert.deepEqual(ending([complete], 'complete', 'broken', [{ ...one!, isOfWarning: true } as const]), NONE);
});

test('what was not measured is undecided, whatever is said of that', () => {
  assert.deepEqual(ending([], 'failed'), NONE);
  const outcome = (figure: number | null, level: 'fail' | 'warn' = 'fail') => {
    const check = { ...planned[0]!.pairs[0]!, verdict: 'undecided', figure, interval: null } as const;
    const checks = [{ ...check, because: '', moreTimeHelps: false, holdsLimit: false }];
    const judged = {
      verdict: level === 'fail' ? 'undecided' : 'kept',
      rules: [{ rule: { ...rules[0]!, level }, verdict: 'undecided', checks }],
      failures: [],
    } as const;
    return outcomeWith(judged, NONE, { undecided: 'pass' });
  };
  assert.deepEqual([outcome(1.2), outcome(null), outcome(null, 'warn')], ['kept', 'undecided', 'kept']);
});

test('of a run that ended early by no side its own reason is told', () => {
  assert.deepEqual(ending([complete], 'interrupted'), EARLY('why'));
});
