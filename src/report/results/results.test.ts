// The page of results, of a record whose truth is known and of studies that were not measured.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import stringWidth from 'string-width';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import {
  CLAIMS,
  MEASURED,
  measuredRun,
  measuredStudy,
  ofClaimB,
  probes,
  rows,
  run,
  xmlAgainstJson,
} from '../../../test/support/reports/published-study.ts';
import { hostileInput } from '../../../test/support/reports/records.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../../summary/summarise.ts';
import { resultsHtml } from './html.ts';
import { resultsMarkdown } from './markdown.ts';
import { results, type StudyResult } from './results.ts';
import { studyHead } from './study-head.ts';
import { resultsTerminal } from './terminal.ts';

const MISSING: StudyResult = {
  head: { ...studyHead(measuredStudy), name: 'not-here' },
  record: null,
  missing: 'not measured: target php: no php',
};
const page = results([MEASURED, MISSING]);
const [made, notHere] = page.studies;

test('claims are counted whole, each by what its ratios have in common', () => {
  assert.deepEqual(
    made!.claims.map(({ id, standing, ratios }) => [id, standing, ratios.length]),
    [
      ['A', 'replicated', 1],
      ['B', 'in part', 2],
      ['C', 'opposite', 1],
      ['D', 'not replicated', 1],
      ['E', 'undecided', 1],
    ],
  );
  assert.equal(made!.claims[1]!.counts, '1 of 2 replicated, 1 of 2 not replicated');
  assert.deepEqual(page.standings, {
    replicated: 1,
    'not replicated': 1,
    opposite: 1,
    'in part': 1,
    undecided: 6,
  });
  assert.equal(page.claims, 10);
});

test('what differs has its reason from the items, what came out as published has none', () => {
  const why = (id: string) =>
    made!.claims.flatMap(({ ratios }) => ratios).find((ratio) => ratio.id === id)!.why;
  assert.equal(why('A'), '');
  assert.match(
    why('C'),
    /^today xml spends \d\.\d\d ms more on decode \([56]\.\d\d×\).* than json: .* of the whole; bytes are 1\.53×$/,
  );
  assert.match(
    why('D'),
    /^encode: elements against json is 1\.[56]\d× today, claimed 0\.95× to 1\.05×; the bill does not split it$/,
  );
  assert.match(why('E'), /^not measured: no cells of this run are what the claim is about$/);
});

test('a study that was not measured has all its claims, and says why', () => {
  assert.deepEqual(
    notHere!.claims.map(({ standing }) => standing),
    Array(5).fill('undecided'),
  );
  assert.equal(notHere!.missing, MISSING.missing);
  assert.match(page.deciding.join('\n'), /not-here: A, B, C, D and E, not measured: target php: no php/);
});

test('a ratio that a record was not asked keeps its claim open', () => {
  const claims = CLAIMS.filter(({ id }) => id !== 'Bb');
  const asked = { ...run, study: { ...measuredStudy, claims } };
  const record = { run: asked, summary: summarise(asked, rows, probes) };
  const [, both] = results([{ ...MEASURED, record }]).studies[0]!.claims;
  assert.deepEqual([both!.standing, both!.ratios[1]!.why], ['undecided', 'not asked in this record']);
});

test('what a quick record was not asked has no rows, and one line says what it takes', () => {
  const claims = CLAIMS.filter(({ id }) => id === 'A' || id === 'Ba');
  const asked = { ...run, study: { ...measuredStudy, claims } };
  const record = { run: asked, summary: summarise(asked, rows, probes) };
  const unaskedMs = new Map([
    ['B', 600_000],
    ['Bb', 600_000],
    ['C', 120_000],
    ['D', 240_000],
    ['E', null],
  ]);
  const quick = results([{ ...MEASURED, record, unaskedMs }]);
  assert.deepEqual(quick.deciding, ['made-up: B about 10 min, C about 2 min, D about 4 min, unknown of E']);
  // They stand in what programs read.
  assert.equal(quick.studies[0]!.claims.length, 5);
  const look = { columns: 120, colour: false, htmlPath: null } as const;
  for (const text of [resultsMarkdown(quick), resultsHtml(quick), resultsTerminal(quick, look)]) {
    assert.doesNotMatch(text, /not asked in this record|XML encodes as fast|On another network|\bBb\b/);
    assert.match(text, /asked: A and Ba, of the 5 claims/);
    assert.match(text, /XML takes three times as long/);
    assert.match(text, /Time that would decide the others: made-up: B about 10.min, C about 2.min/);
  }
  // Of B one ratio alone has a row, beneath the claim.
  assert.match(
    resultsMarkdown(quick),
    /\| \*\*B\*\* \| XML against JSON .*undecided.*\n\| Ba \| it is slower/,
  );
});

test('what its source does not ask has no row where no record asks it', () => {
  const claims = CLAIMS.map((claim) => (claim.id === 'Bb' ? { ...claim, ours: true as const } : claim));
  const study = { ...measuredStudy, claims };
  const asked = { ...run, study: { ...study, claims: claims.filter(({ id }) => id !== 'Bb') } };
  const record = { run: asked, summary: summarise(asked, rows, probes) };
  const text = resultsMarkdown(results([{ head: studyHead(study), record, missing: '' }]));
  assert.doesNotMatch(text, /\| Bb \|/);
  assert.doesNotMatch(text, /asked: /);
});

test('an open claim says how much more time would tell', () => {
  const nearly: Claim = { ...xmlAgainstJson, id: 'N', says: 'About three times', published: [3.5, 4] };
  const study = { ...measuredStudy, claims: [nearly] };
  const record = { run: { ...run, study }, summary: summarise({ ...run, study }, rows, probes) };
  const [section] = results([{ head: studyHead(study), record, missing: '' }]).studies;
  const [ratio] = section!.claims[0]!.ratios;
  assert.equal(ratio!.standing, 'undecided');
  assert.match(ratio!.why, /; about \d+ (s|min|h) more would tell$/);
});

test('a claim with an open ratio is not decided, says what it is so far, and takes what all that is open takes', () => {
  const ratio = (id: string, published: Claim['published']) => ({
    ...xmlAgainstJson,
    of: ofClaimB,
    id,
    says: `B: ${id}`,
    published,
  });
  const told = (claims: readonly Claim[]) => {
    const study = { ...measuredStudy, claims };
    const record = { run: { ...run, study }, summary: summarise({ ...run, study }, rows, probes) };
    return results([{ head: studyHead(study), record, missing: '' }]);
  };
  const open = [ratio('Bb', [3.5, 4]), ratio('Bc', [3.45, 4])];
  const mixed = told([ratio('Ba', [1, null]), ...open, ratio('Bd', [10, 10])]);
  const [claim] = mixed.studies[0]!.claims;
  assert.deepEqual(
    claim!.ratios.map(({ standing }) => standing),
    ['replicated', 'undecided', 'undecided', 'not replicated'],
  );
  assert.deepEqual([claim!.standing, claim!.soFar], ['undecided', 'in part']);
  assert.deepEqual([mixed.standings['in part'], mixed.standings.undecided], [0, 1]);
  assert.match(
    resultsMarkdown(mixed),
    /\*\*in part, 2 ratios open: 1 of 4 replicated, 1 of 4 not replicated, 2 of 4 undecided\*\*/,
  );
  const timesMs = claim!.ratios.flatMap(({ decidingMs }) => decidingMs ?? []);
  assert.ok(Math.min(...timesMs) < Math.max(...timesMs));
  assert.equal(claim!.decidingMs, Math.max(...timesMs));
  const [alike] = told([ratio('Ba', [1, null]), ...open]).studies[0]!.claims;
  assert.deepEqual([alike!.standing, alike!.soFar], ['undecided', null]);
});

test('a ratio that the source did not ask is told, and not counted', () => {
  const own: Claim = {
    ...xmlAgainstJson,
    of: ofClaimB,
    id: 'Bb',
    says: 'B: ours',
    ours: true,
    published: [10, 10],
  };
  const claims = [CLAIMS[1]!, own];
  const study = { ...measuredStudy, claims };
  const record = { run: { ...run, study }, summary: summarise({ ...run, study }, rows, probes) };
  const [claim] = results([{ head: studyHead(study), record, missing: '' }]).studies[0]!.claims;
  assert.deepEqual(
    claim!.ratios.map(({ standing }) => standing),
    ['replicated', 'not replicated'],
  );
  assert.deepEqual([claim!.standing, claim!.counts], ['replicated', '']);
});

test('what rests on fewer than four sessions is not decided', () => {
  const few = syntheticRecord({ sessions: 3, blocks: 4 });
  const own = { ...few.run, study: measuredStudy };
  const record = { run: own, summary: summarise(own, few.rows, few.probes) };
  const soFar = results([{ head: studyHead(measuredStudy), record, missing: '' }]);
  assert.equal(soFar.standings.undecided, 5);
  const [ratio] = soFar.studies[0]!.claims[0]!.ratios;
  assert.match(ratio!.why, /^\S.* so far, on fewer than four sessions; about \d+ (s|min) more makes four$/);
});

test('in a terminal no line is wider than it, and the answer comes first', () => {
  const lines = resultsTerminal(page, { columns: 80, colour: false, htmlPath: 'out/results.html' }).split(
    '\n',
  );
  assert.equal(lines[1], '1 of 10 claims replicated, 1 not, 1 opposite, 1 in part, 6 not decided.');
  assert.deepEqual(
    lines.filter((line) => stringWidth(line) > 80),
    [],
  );
  assert.ok(lines.includes('out/results.html'));
});

test('Markdown has a row for every ratio, with its figures and reasons', () => {
  const text = resultsMarkdown(page);
  assert.match(
    text,
    /^<!-- Generated by .*-->\n\n# Published studies, run again\n\n\*\*1 of 10 claims replicated/,
  );
  assert.match(
    text,
    /\| Bb \| ten times at 1 000 \| 10\.0× \| 3\.\d\d× \[[\d., ]+\] \| not replicated \| today xml spends/,
  );
});

test('how a claim is read stands beside it, once where all its ratios are read alike', () => {
  assert.match(resultsMarkdown(page), /\| XML is faster\. Read as: by a tenth \|/);
  const alike = CLAIMS.map((claim) =>
    claim.of === undefined ? claim : { ...claim, reading: 'in the mean' },
  );
  const [, both] = studyHead({ ...measuredStudy, claims: alike }).claims;
  assert.deepEqual([both!.reading, both!.ratios.map(({ reading }) => reading)], ['in the mean', ['', '']]);
  const apart = alike.map((claim) => (claim.id === 'Bb' ? { ...claim, reading: 'at 1 000' } : claim));
  const [, each] = studyHead({ ...measuredStudy, claims: apart }).claims;
  assert.deepEqual(
    each!.ratios.map(({ reading }) => reading),
    ['in the mean', 'at 1 000'],
  );
});

test('nothing from a study runs in the page', () => {
  const { run: nasty, summary } = hostileInput();
  const study = { ...nasty.study, claims: summary.claims.map((claim) => ({ ...xmlAgainstJson, ...claim })) };
  const text = resultsHtml(
    results([
      { head: studyHead(study), record: { run: { ...nasty, study }, summary }, missing: '<img src=x>' },
    ]),
  );
  assert.doesNotMatch(text, /<script|<img/);
  assert.match(text, /&lt;script&gt;/);
});

test('the machine stands on the page once', () => {
  const again = results([MEASURED, { ...MEASURED, head: { ...MEASURED.head, name: 'again' } }]);
  assert.equal(again.machines.length, 1);
  assert.match(again.machines[0]!, / · \d+ cores? · .* · 2026-01-01 · Wirefare 0\.1\.0$/);
  assert.ok(again.machines[0]!.startsWith(run.host.cpu));
});

test('two machines of one model stand apart on the page, by their ids', () => {
  const of = (id: string): StudyResult => ({
    ...MEASURED,
    record: { ...MEASURED.record!, run: { ...measuredRun, host: { ...run.host, id } } },
  });
  const { machines } = results([of('118b88d5dc1f'), of('118b88d5dc1f'), of('22aa33bb44cc')]);
  assert.deepEqual(
    machines.map((line) => / · machine id (\w+) · 2026/.exec(line)?.[1]),
    ['118b88d5', '22aa33bb'],
  );
});

test('a further record on too few sessions takes no answer back', () => {
  const { run: measured, summary } = MEASURED.record!;
  const [standing] = results([MEASURED]).studies[0]!.claims.map((claim) => claim.standing);
  assert.notEqual(standing, 'undecided');
  const claims = summary.claims.map((claim) => ({
    ...claim,
    pairs: [...claim.pairs, ...claim.pairs],
    answered: { ...claim.answered!, provisional: true as const },
  }));
  const cutOff = { run: measured, summary: { ...summary, claims } };
  const page = results([{ ...MEASURED, further: [cutOff] }]);
  assert.equal(page.studies[0]!.claims[0]!.standing, standing);
});
