// The page of results, of a record whose truth is known and of studies that were not measured.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import stringWidth from 'string-width';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { hostileInput } from '../../../test/support/reports/records.ts';
import { sayDuration } from '../../base/figures/times.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../../summary/summarise.ts';
import { resultsHtml } from './html.ts';
import { resultsMarkdown } from './markdown.ts';
import { results, type StudyResult } from './results.ts';
import { studyHead } from './study-head.ts';
import { resultsTerminal } from './terminal.ts';

const { run, rows, probes } = syntheticRecord();

const about: Omit<Claim, 'id' | 'says' | 'published'> = {
  part: null,
  where: { n: [1000], compression: ['none'] },
  numerator: { format: ['xml'] },
  denominator: { format: ['json'] },
  standIn: null,
};
const of = { id: 'B', says: 'XML against JSON' };
const CLAIMS: readonly Claim[] = [
  { ...about, id: 'A', says: 'XML takes three times as long', published: [2.6, 3.2] },
  { ...about, of, id: 'Ba', says: 'XML against JSON: it is slower', published: [1, null] },
  { ...about, of, id: 'Bb', says: 'XML against JSON: ten times at 1 000', published: [10, 10] },
  { ...about, id: 'C', says: 'XML is faster', reading: 'by a tenth', published: [null, 0.9] },
  { ...about, id: 'D', says: 'XML encodes as fast as JSON', metric: ['encode'], published: [0.95, 1.05] },
  { ...about, id: 'E', says: 'On another network', where: { network: ['lan'] }, published: [1, null] },
];
const measuredStudy = {
  ...run.study,
  name: 'made-up',
  source: 'A. Nobody, Three formats, 2016',
  claims: CLAIMS,
};
const measuredRun = { ...run, study: measuredStudy };
const MEASURED: StudyResult = {
  head: studyHead(measuredStudy),
  record: { run: measuredRun, summary: summarise(measuredRun, rows, probes) },
  missing: '',
};
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

test('what its source does not ask has no row where no record asks it', () => {
  const claims = CLAIMS.map((claim) => (claim.id === 'Bb' ? { ...claim, ours: true as const } : claim));
  const study = { ...measuredStudy, claims };
  const asked = { ...run, study: { ...study, claims: claims.filter(({ id }) => id !== 'Bb') } };
  const record = { run: asked, summary: summarise(asked, rows, probes) };
  const text = resultsMarkdown(results([{ head: studyHead(study), record, missing: '' }]));
  assert.doesNotMatch(text, /\| Bb \|/);
  assert.doesNotMatch(text, /asked: /);
});

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
    ...about,
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
  const faster: Claim = { ...about, id: 'F', says: 'Faster at every size', published: [1, null] };
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
    ...about,
    of,
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

test('an open claim says how much more time would tell', () => {
  const nearly: Claim = { ...about, id: 'N', says: 'About three times', published: [3.5, 4] };
  const study = { ...measuredStudy, claims: [nearly] };
  const record = { run: { ...run, study }, summary: summarise({ ...run, study }, rows, probes) };
  const [section] = results([{ head: studyHead(study), record, missing: '' }]).studies;
  const [ratio] = section!.claims[0]!.ratios;
  assert.equal(ratio!.standing, 'undecided');
  assert.match(ratio!.why, /; about \d+ (s|min|h) more would tell$/);
});

test('a claim with an open ratio is not decided, says what it is so far, and takes what all that is open takes', () => {
  const ratio = (id: string, published: Claim['published']) => ({
    ...about,
    of,
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
  const own: Claim = { ...about, of, id: 'Bb', says: 'B: ours', ours: true, published: [10, 10] };
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
  const study = { ...nasty.study, claims: summary.claims.map((claim) => ({ ...about, ...claim })) };
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
  assert.doesNotMatch(resultsMarkdown(page), /a part of what/);
});

test('what is said of every pair is not decided by some of them, and says so; what refutes it is', () => {
  const every: Claim = { ...about, of, id: 'Sa', every: true, says: 'S: LAN', published: [1, null] };
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

function terminalOf(told: typeof page): string {
  return resultsTerminal(told, { columns: 80, colour: false, htmlPath: null });
}

test('a ratio is told by the record that measured most of its pairs', () => {
  const lan: Claim = { ...about, id: 'L', says: 'At all', where: { network: ['lan'] }, published: [1, null] };
  const first = withoutTime(lan);
  const study = { ...measuredStudy, claims: [{ ...lan, where: about.where }] };
  const later = { run: { ...run, study }, summary: summarise({ ...run, study }, rows, probes) };
  const page = results([{ ...first, further: [later] }]);
  const [section] = page.studies;
  assert.equal(section!.claims[0]!.standing, 'replicated');
  assert.match(section!.facts.at(-1)!, /^L, measured later: /);
  assert.deepEqual(page.deciding, []);
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
