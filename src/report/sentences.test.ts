import assert from 'node:assert/strict';
import test from 'node:test';
import type { Summary } from '../summary/summary.ts';
import type { Factors } from '../wire/factors.ts';
import { said } from './answers/answer.ts';
import { tablesOf } from './groups.ts';
import { answersOf, endingOf } from './sentences.ts';
import { type MadeUp, madeUp } from './testdata/made-up.ts';
import { syntheticInput } from './testdata/records.ts';

function sentences(wish: MadeUp, change: (summary: Summary) => Summary = (summary) => summary) {
  const { run, summary } = madeUp(wish);
  const changed = change(summary);
  const all = answersOf(changed, run.study, tablesOf(changed, run.study));
  return Object.fromEntries(all.map(({ question, sentences: some }) => [question, some.map(said)]));
}

const byFormat =
  (times: Record<string, number>, gzip = 1.5) =>
  ({ format, compression }: Factors) =>
    (times[format] ?? 1) * (compression === 'none' ? 1 : gzip);

test('a single winner is told with its ratio to the baseline and the interval', () => {
  const told = sentences({ n: [1000], totalMs: byFormat({ protobuf: 1, json: 2, xml: 4 }) });
  assert.deepEqual(told['Which is the fastest?'], [
    'protobuf is the fastest: 2.00× faster than json as it is [1.98, 2.02]',
  ]);
});

test('a baseline that wins is compared with the next', () => {
  const told = sentences({ n: [1000], totalMs: byFormat({ json: 1, protobuf: 2, xml: 4 }) });
  assert.deepEqual(told['Which is the fastest?'], [
    'json is the fastest: 1.50× faster than json + gzip, the next [1.49, 1.52]',
  ]);
});

test('a tie is told as a tie and nobody is ranked within it', () => {
  const told = sentences({
    n: [1000],
    noise: 0.005,
    totalMs: byFormat({ protobuf: 1, json: 1.001, xml: 4 }),
  });
  assert.deepEqual(told['Which is the fastest?'], ['protobuf is the fastest; json ties with it']);
  assert.match(
    told['Which format is faster than json?']!.join('\n'),
    /protobuf and json tie: the same within ±0.6 %/,
  );
});

test('what is undecided is told as undecided, with the interval and the margin that it crosses', () => {
  const told = sentences({ n: [1000], noise: 0.05, totalMs: byFormat({ protobuf: 1, json: 1.03, xml: 4 }) });
  assert.deepEqual(told['Which is the fastest?'], [
    'undecided whether protobuf or json is the fastest: 1.03× [0.98, 1.08] crosses the margin of ±2 %',
  ]);
});

test('compression pays here and costs there, each with where', () => {
  const told = sentences({
    n: [1000],
    networks: ['none', '10mbit'],
    totalMs: ({ network, compression }) => (compression === 'none' ? 1 : network === 'none' ? 2 : 0.5),
  });
  assert.deepEqual(told['Does compression pay?'], [
    'without a network limit, gzip costs 0.970 ms [0.960, 0.980]: 2.00× slower [1.98, 2.02]',
    'on 10mbit, gzip saves 0.485 ms [0.480, 0.490]: 2.00× faster [1.98, 2.02]',
  ]);
});

test('different ratios are told from the least to the greatest, each with its interval', () => {
  const told = sentences({
    n: [10, 1000],
    compressions: ['none'],
    totalMs: ({ n, format }) => (format === 'xml' ? (n === 10 ? 2 : 3) : 1),
  });
  assert.ok(
    told['Which format is faster than json?']!.includes(
      'xml is 2.00× [1.98, 2.02] to 3.00× [2.97, 3.03] slower than json',
    ),
    told['Which format is faster than json?']!.join('\n'),
  );
});

test('no sentence has a ratio without an interval', () => {
  for (const kind of ['quick', 'opijac'] as const) {
    const { run, summary } = syntheticInput({ kind, sessions: 3, blocks: 6 });
    for (const { sentences: some } of answersOf(summary, run.study, tablesOf(summary, run.study))) {
      for (const { text } of some) {
        const ratios = text.match(/\d×/g) ?? [];
        const intervals = text.match(/\[[\d. ]+, [\d. ]+\]/g) ?? [];
        assert.equal(intervals.length, ratios.length, text);
      }
    }
  }
});

test('a run without any measured cell says so, with the reason', () => {
  const told = sentences({}, (summary) => ({
    ...summary,
    cells: summary.cells.map((cell) => ({
      ...cell,
      status: 'skipped',
      reason: 'needs the link',
      totalMs: null,
      bytes: null,
    })),
  }));
  assert.deepEqual(told, { 'What came of it?': ['nothing was measured in any of 12 cells: needs the link'] });
});

test('claims are counted by verdict', () => {
  const claim = {
    says: '',
    published: [1.1, null] as const,
    measured: null,
    interval: null,
    note: 'needs the link',
    pairs: [],
  };
  const told = sentences({}, (summary) => ({
    ...summary,
    claims: [
      { ...claim, id: 'O1', verdict: 'replicated', note: '' },
      { ...claim, id: 'O2', verdict: 'undecided' },
      { ...claim, id: 'O3', verdict: 'undecided' },
    ],
  }));
  assert.deepEqual(told['Do the published claims hold?'], [
    '1 of 3 claims replicated (O1)',
    '2 of 3 claims undecided (O2 and O3): needs the link',
  ]);
});

test('a stand-in is told with every verdict, and where notes are many, whose they are', () => {
  const standIn = 'measured on network none, which stands in for lan';
  const claim = {
    says: '',
    published: [1.1, null] as const,
    measured: 1.3,
    interval: [1.2, 1.4] as const,
    verdict: 'replicated' as const,
    pairs: [],
  };
  const told = (notes: readonly string[]) =>
    sentences({}, (summary) => ({
      ...summary,
      claims: notes.map((note, i) => ({ ...claim, id: `O${i}`, note })),
    }))['Do the published claims hold?'];
  assert.deepEqual(told([standIn, '', standIn]), [
    `2 of 3 claims replicated (O0 and O2): ${standIn}`,
    '1 of 3 claims replicated (O1)',
  ]);
  assert.deepEqual(told(['a', '', 'b', 'c']), [
    '4 of 4 claims replicated (O0, O1, O2 and O3): O0, O2 and O3 not as published',
  ]);
});

test('an interrupted run says how far it came', () => {
  const { summary } = madeUp();
  assert.equal(endingOf(summary, ''), null);
  const interrupted = {
    ...summary,
    status: 'interrupted',
    sessions: { complete: 1, planned: 3, leftOut: 1 },
  } as const;
  assert.equal(endingOf(interrupted, 'Ctrl-C'), 'The run was interrupted: 1 of 3 sessions complete; Ctrl-C');
});
