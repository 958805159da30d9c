// Claims about several pairs of cells, of which some say otherwise than all together, or were not measured.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MEASURED,
  measuredRun,
  measuredStudy,
  ofClaimB,
  probes,
  rows,
  run,
  xmlAgainstJson,
} from '../../../test/support/reports/published-study.ts';
import { sayDuration } from '../../base/figures/times.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../../summary/summarise.ts';
import { resultsHtml } from './html.ts';
import { resultsMarkdown } from './markdown.ts';
import { type Results, results, type StudyResult } from './results.ts';
import { studyHead } from './study-head.ts';
import { resultsTerminal } from './terminal.ts';

/** The same cells over another network, which the run had no time for. */
function withoutTime(claim: Claim): StudyResult {
  const study = { ...measuredStudy, claims: [claim] };
  const more = run.plan.cells
    .filter(({ twinOf }) => twinOf === null)
    .map((cell) => ({
      ...cell,
      id: `${cell.id} lan`,
      factors: { ...cell.factors, network: 'lan' },
      skip: 'the budget of 2 s has no time for it',
    }));
  const own = { ...run, study, plan: { ...run.plan, cells: [...run.plan.cells, ...more] } };
  const record = { run: own, summary: summarise(own, rows, probes) };
  return { head: studyHead(study), record, missing: '' };
}

test('what a record had no time for says so, by the time that it had in the end, and what it takes', () => {
  const lan: Claim = {
    ...xmlAgainstJson,
    id: 'L',
    says: 'Over a LAN',
    where: { network: ['lan'] },
    published: [1, null],
  };
  const page = results([withoutTime(lan)]);
  const [ratio] = page.studies[0]!.claims[0]!.ratios;
  assert.equal(ratio!.standing, 'undecided');
  const budget = sayDuration(run.study.protocol.budgetMs);
  assert.match(
    ratio!.why,
    new RegExp(
      `^not in this record: the budget of ${budget} has no time for it; about \\d+ s would measure it$`,
    ),
  );
  assert.match(page.deciding.join('\n'), /^made-up: L about \d+ s$/);
  const both: Claim = { ...lan, where: { network: ['none', 'lan'], n: [1000], compression: ['none'] } };
  const [half] = results([withoutTime(both)]).studies[0]!.claims[0]!.ratios;
  assert.match(half!.note, /^1 of 2 pairs not measured: .*; all that it is about takes about \d+ s$/);
  assert.deepEqual([half!.standing, half!.decidingMs], ['replicated', null]);
  const every = results([withoutTime({ ...both, every: true })]);
  assert.equal(every.studies[0]!.claims[0]!.soFar, 'replicated');
  assert.match(every.deciding.join('\n'), /^made-up: L about \d+ s$/, 'it takes what measures the others');
});

test('pairs that say the opposite do not vanish in the mean of all', () => {
  const faster: Claim = { ...xmlAgainstJson, id: 'F', says: 'Faster at every size', published: [1, null] };
  const study = { ...measuredStudy, claims: [faster] };
  const summary = summarise({ ...run, study }, rows, probes);
  const [claim] = summary.claims;
  const pair = (interval: readonly [number, number]) => ({ ...claim!.pairs[0]!, interval });
  const noteOf = (pairs: readonly ReturnType<typeof pair>[]) => {
    const claims = [{ ...claim!, pairs, verdict: 'replicated' as const }];
    const record = { run: { ...run, study }, summary: { ...summary, claims } };
    return results([{ head: studyHead(study), record, missing: '' }]).studies[0]!.claims[0]!.ratios[0]!.note;
  };
  assert.equal(noteOf([pair([2, 3]), pair([0.9, 1.4])]), '');
  assert.equal(noteOf([pair([2, 3]), pair([0.5, 0.7])]), '1 of 2 pairs by itself says the opposite');
  assert.equal(noteOf([pair([0.5, 0.7])]), '', 'one pair is the claim');
});

test('a claim of every pair is in part where one says the opposite, and so is the claim that it is a ratio of', () => {
  const faster: Claim = {
    ...xmlAgainstJson,
    of: ofClaimB,
    id: 'Fa',
    every: true,
    says: 'B: at every size',
    published: [1, null],
  };
  const other: Claim = { ...faster, id: 'Fb', says: 'B: at one' };
  const study = { ...measuredStudy, claims: [faster, other] };
  const summary = summarise({ ...run, study }, rows, probes);
  const pairs = [...summary.claims[0]!.pairs, ...summary.claims[0]!.pairs];
  const note = '1 of 2 pairs by itself says otherwise';
  const verdicts = ['replicated', 'opposite'] as const;
  const told = pairs.map((pair, index) => ({ ...pair, verdict: verdicts[index]! }));
  const inPart = { verdict: 'in part', contrary: 1, pairs: told, note } as const;
  const claims = [{ ...summary.claims[0]!, ...inPart }, summary.claims[1]!];
  const record = { run: { ...run, study }, summary: { ...summary, claims } };
  const made = results([{ head: studyHead(study), record, missing: '' }]);
  const [claim] = made.studies[0]!.claims;
  assert.deepEqual(
    claim!.ratios.map(({ standing, counts, why, note }) => [standing, counts, why, note]),
    [
      ['in part', '1 of 2 pairs replicated, 1 of 2 opposite', '', note],
      ['replicated', '', '', ''],
    ],
  );
  assert.deepEqual([claim!.standing, claim!.counts], ['in part', '1 of 2 replicated, 1 of 2 in part']);
  const short = { ...claims[0]!, published: [5, null] } as const;
  const mean = results([
    { head: studyHead(study), record: { ...record, summary: { ...summary, claims: [short] } }, missing: '' },
  ]);
  assert.match(mean.studies[0]!.claims[0]!.ratios[0]!.why, /^today /, 'its mean is not what was published');
  assert.match(resultsMarkdown(made), /\| in part: 1 of 2 pairs replicated, 1 of 2 opposite \|/);
});

test('what a model says of pairs left out stands beside the verdict, marked and not counted', () => {
  const { summary } = MEASURED.record!;
  const leftOut = { ratio: 1.22, interval: [1.2, 1.24], predicted: 1, leftOut: 2 } as const;
  const claims = summary.claims.map((claim) =>
    claim.id === 'A' || claim.id === 'E' ? { ...claim, leftOut } : claim,
  );
  const told = results([{ ...MEASURED, record: { run: measuredRun, summary: { ...summary, claims } } }]);
  const [row, unmeasured] = ['A', 'E'].map((id) => told.studies[0]!.claims.find((claim) => claim.id === id)!);
  assert.equal(row!.standing, 'replicated');
  for (const { ratios } of [row!, unmeasured!])
    assert.match(
      ratios[0]!.note,
      /predicted, not counted: 1\.22× \[1\.20, 1\.24\] for 1 of the 2 pairs left out/,
    );
  assert.equal(unmeasured!.standing, 'undecided');
});

test('a claim that was measured on a part of its pairs says on how many, and the answer counts it', () => {
  const { summary } = MEASURED.record!;
  const claims = summary.claims.map((claim) => (claim.id === 'A' ? { ...claim, pairsWanted: 4 } : claim));
  const partly = results([{ ...MEASURED, record: { run: measuredRun, summary: { ...summary, claims } } }]);
  for (const text of [resultsMarkdown(partly), resultsHtml(partly), terminalOf(partly)])
    assert.match(text.replaceAll(/\s+/g, ' '), /replicated on 1 of 4 pairs/);
  assert.match(
    resultsMarkdown(partly),
    /; 1 of those decided was measured on a part of what it is about\.\*\*/,
  );
  assert.doesNotMatch(resultsMarkdown(results([MEASURED])), /a part of what/);
});

test('what is said of every pair is not decided by some of them, and says so; what refutes it is', () => {
  const every: Claim = {
    ...xmlAgainstJson,
    of: ofClaimB,
    id: 'Sa',
    every: true,
    says: 'S: LAN',
    published: [1, null],
  };
  const claims = [every, { ...every, id: 'Sb', says: 'S: WAN' }];
  const study = { ...measuredStudy, claims };
  const summary = summarise({ ...run, study }, rows, probes);
  const told = (wanted: readonly (number | null)[], verdict: 'replicated' | 'opposite' = 'replicated') => {
    const found = summary.claims.map((claim, index) => ({
      ...claim,
      verdict,
      ...(wanted[index] !== null && { pairsWanted: wanted[index]! }),
    }));
    const record = { run: { ...run, study }, summary: { ...summary, claims: found } };
    return results([{ head: studyHead(study), record, missing: '' }]);
  };
  const partly = told([9, 5]);
  const [claim] = partly.studies[0]!.claims;
  assert.deepEqual(
    [claim!.standing, claim!.soFar, claim!.pairs],
    ['undecided', 'replicated', '2 of 14 pairs'],
  );
  assert.equal(partly.standings.undecided, 1);
  assert.match(resultsMarkdown(partly), /\*\*replicated so far, on 2 of 14 pairs\*\*/);
  assert.match(resultsMarkdown(partly), /\| replicated so far, on 1 of 9 pairs \|/);
  assert.match(
    resultsMarkdown(partly),
    /\*\*0 of 1 claim replicated, 1 not decided \(1 replicated so far\)\.\*\*/,
  );
  assert.match(resultsMarkdown(told([null, 5])), /\*\*replicated so far, on 2 of 6 pairs\*\*/);
  const refuted = told([9, null], 'opposite');
  assert.equal(refuted.studies[0]!.claims[0]!.standing, 'opposite');
  assert.match(resultsMarkdown(refuted), /\*\*opposite on 2 of 10 pairs\*\*/);
  assert.equal(told([null, null]).studies[0]!.claims[0]!.standing, 'replicated');
});

function terminalOf(told: Results): string {
  return resultsTerminal(told, { columns: 80, colour: false, htmlPath: null });
}

test('a ratio is told by the record that measured most of its pairs', () => {
  const lan: Claim = {
    ...xmlAgainstJson,
    id: 'L',
    says: 'At all',
    where: { network: ['lan'] },
    published: [1, null],
  };
  const first = withoutTime(lan);
  const study = { ...measuredStudy, claims: [{ ...lan, where: xmlAgainstJson.where }] };
  const later = { run: { ...run, study }, summary: summarise({ ...run, study }, rows, probes) };
  const page = results([{ ...first, further: [later] }]);
  const [section] = page.studies;
  assert.equal(section!.claims[0]!.standing, 'replicated');
  assert.match(section!.facts.at(-1)!, /^L, measured later: /);
  assert.deepEqual(page.deciding, []);
});
