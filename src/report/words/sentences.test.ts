import assert from 'node:assert/strict';
import test from 'node:test';
import { type MadeUp, madeUp } from '../../../test/support/reports/made-up.ts';
import { syntheticInput } from '../../../test/support/reports/records.ts';
import type { Cell } from '../../factors/cell.ts';
import { isCompressed } from '../../factors/compression.ts';
import { isFactorRule } from '../../study/study.ts';
import type { Comparison } from '../../summary/comparisons/comparison.ts';
import type { Summary } from '../../summary/summary.ts';
import { markFor, said } from '../answers/answer.ts';
import { makeTables } from './groups.ts';
import { sayEnding, writeAnswers } from './sentences.ts';

function sentences(wish: MadeUp, change: (summary: Summary) => Summary = (summary) => summary) {
  const { run, summary } = madeUp(wish);
  const changed = change(summary);
  const all = writeAnswers(changed, run.study, makeTables(changed, run.study));
  return Object.fromEntries(all.map(({ question, sentences: some }) => [question, some.map(said)]));
}

const byFormat =
  (times: Record<string, number>, gzip = 1.5) =>
  ({ format, compression }: Cell) =>
    (times[format] ?? 1) * (isCompressed(compression) ? gzip : 1);

test('a single winner is told with its ratio to the baseline and the interval', () => {
  const told = sentences({ n: [1000], totalMs: byFormat({ protobuf: 1, json: 2, xml: 4 }) });
  assert.deepEqual(told['Which is the fastest?'], [
    'protobuf is the fastest: 2.00× faster than json as it is [1.98, 2.02]',
  ]);
});

test('a baseline that wins is compared with the next', () => {
  const told = sentences({ n: [1000], totalMs: byFormat({ json: 1, protobuf: 2, xml: 4 }) });
  assert.deepEqual(told['Which is the fastest?'], [
    'json is the fastest: 1.50× faster than the next, json + gzip-6 [1.49, 1.52]',
  ]);
});

test('a tie is told as a tie and nobody is ranked within it', () => {
  const told = sentences({
    n: [1000],
    noise: 0.005,
    totalMs: byFormat({ protobuf: 1, json: 1.001, xml: 4 }),
  });
  assert.deepEqual(told['Which is the fastest?'], ['json and protobuf tie as the fastest']);
  assert.match(
    told['Which format is faster than json?']!.join('\n'),
    /protobuf and json tie: the same within ±0.6 %/,
  );
});

test('what is open is told by how far apart it may be, and whoever leads is not named alone', () => {
  const told = sentences({ n: [1000], noise: 0.1, totalMs: byFormat({ protobuf: 1, json: 1.03, xml: 4 }) });
  assert.deepEqual(told['Which is the fastest?'], [
    'protobuf or json, perhaps up to 13 % apart, although the medians’ intervals do not overlap ' +
      '(6 sessions, 21 comparisons at once); ±2 % takes about 4 min more',
  ]);
  assert.match(
    told['Which format is faster than json?']!.join('\n'),
    /^protobuf and json may be up to 13 % apart, .*; ±2 % takes about 4 min more$/m,
  );
});

test('what is within the precision is told by how far apart it can be at most', () => {
  const told = sentences({ n: [1000], noise: 0.05, totalMs: byFormat({ protobuf: 1, json: 1.03, xml: 4 }) });
  assert.deepEqual(told['Which is the fastest?'], [
    'protobuf or json, at most 8.2 % apart, although the medians’ intervals do not overlap ' +
      '(6 sessions, 21 comparisons at once); ±2 % takes about 4 min more',
  ]);
});

/** Which of them lead differs from one n to the next, so that rankings are counted. */
const DIFFERENT: MadeUp = {
  n: [1, 2, 3, 4, 5, 6, 7],
  formats: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
  compressions: ['none'],
};

function countedSentences(changed: (formats: string, n: number) => Partial<Comparison>) {
  const { run, summary } = madeUp({
    ...DIFFERENT,
    totalMs: ({ format, n }) => (format === 'abcdefg'[Number(n) - 1] ? 1 : 4),
  });
  const factorsOf = new Map(summary.cells.map(({ id, factors }) => [id, factors]));
  const comparisons = summary.comparisons.map((one) => {
    const [a, b] = [factorsOf.get(one.a)!, factorsOf.get(one.b)!];
    return { ...one, ...changed([a.format, b.format].sort().join(''), Number(a.n)) };
  });
  const told = { ...summary, comparisons };
  const [answer] = writeAnswers(told, run.study, makeTables(told, run.study));
  return answer!.sentences;
}

test('many different answers are counted; of few sessions none is marked the fastest, and it is said', () => {
  const settled = countedSentences(() => ({}));
  assert.equal(settled.length, 6);
  assert.equal(said(settled[0]!), 'a: the fastest in 1 of 7 rankings');
  assert.equal(markFor(settled[0]!.kind, settled[0]!.provisional), 'decided');
  const early = countedSentences(() => ({ provisional: true }));
  assert.equal(said(early[0]!), 'a: ahead so far in 1 of 7 rankings (provisional)');
  assert.ok(early.every(({ kind, provisional }) => markFor(kind, provisional) === 'provisional'));
});

test('what lies within the precision of the fastest is counted as that, and not as a tie', () => {
  // Each leader and the letter after it.
  const beside = (formats: string, n: number) => formats === 'abcdefg'.slice(n - 1, n + 1);
  const told = (more: Partial<Comparison>) =>
    countedSentences((formats, n) => (beside(formats, n) ? { verdict: 'within', ...more } : more));
  const [g, b] = told({});
  assert.equal(said(g!), 'g: the fastest in 1 and within the precision of the fastest in 1 of 7 rankings');
  assert.equal(said(b!), 'b: within the precision of the fastest in 2 of 7 rankings');
  assert.equal(markFor(b!.kind, b!.provisional), 'within');
  const early = told({ provisional: true })[1]!;
  assert.equal(said(early), 'b: close to the first so far in 2 of 7 rankings (provisional)');
  assert.equal(markFor(early.kind, early.provisional), 'provisional');
});

test('what is open is counted with how far apart it may be and what the margin takes', () => {
  const beside = (formats: string, n: number) => formats === 'abcdefg'.slice(n - 1, n + 1);
  const width = { ratio: 1.02, interval: [0.9, 1.14] as const, widest: 0.14, moreMs: 240_000 };
  const [g, b] = countedSentences((formats, n) =>
    beside(formats, n) ? { verdict: 'open', openBecause: 'width', ...width } : {},
  );
  assert.match(
    said(g!),
    /^g: the fastest in 1 and perhaps the fastest in 1 of 7 rankings, perhaps up to 14 % apart.*; ±2 % takes about 4 min more$/,
  );
  assert.match(
    said(b!),
    /^b: perhaps the fastest in 2 of 7 rankings, perhaps up to 14 % apart.*; ±2 % takes about 4 min more$/,
  );
});

test('a provisional answer says so, and makes nobody the fastest', () => {
  const told = sentences({ n: [1000], totalMs: byFormat({ protobuf: 1, json: 2, xml: 4 }) }, (summary) => ({
    ...summary,
    comparisons: summary.comparisons.map((one) => ({ ...one, provisional: true })),
  }));
  assert.deepEqual(told['Which is the fastest?'], [
    'protobuf leads so far: 2.00× faster than json as it is [1.98, 2.02] (provisional)',
  ]);
  const answers = [...told['Which format is faster than json?']!, ...told['Does compression pay?']!];
  assert.ok(answers.length > 0 && answers.every((text) => text.endsWith(' (provisional)')));
});

test('compression pays here and costs there, each with where', () => {
  const told = sentences({
    n: [1000],
    networks: ['none', '10mbit'],
    totalMs: ({ network, compression }) => (!isCompressed(compression) ? 1 : network === 'none' ? 2 : 0.5),
  });
  assert.deepEqual(told['Does compression pay?'], [
    'without a network limit, gzip-6 costs 0.970 ms [0.960, 0.980]: 2.00× slower [1.98, 2.02]',
    'on 10mbit (10/10 Mbit/s, 0.2 ms), gzip-6 saves 0.485 ms [0.480, 0.490]: 2.00× faster [1.98, 2.02]',
  ]);
});

test('a cold connection is told by what it costs, a warm one by what it saves', () => {
  const { run, summary } = syntheticInput({
    kind: 'connections',
    sessions: 4,
    blockSd: 0.01,
    sessionSd: 0.01,
  });
  const told = (baseline: 'warm' | 'cold', question: string) => {
    const comparisons = run.study.comparisons.map((rule) =>
      isFactorRule(rule) && rule.factor === 'connection' ? { ...rule, baseline } : rule,
    );
    const answers = writeAnswers(summary, { ...run.study, comparisons }, makeTables(summary, run.study));
    return answers.find((answer) => answer.question === question)!.sentences.map(said);
  };
  const cold = told('warm', 'What does a cold connection cost?');
  const range = String.raw`\d\.\d+ ms \[[\d., ]+\]( to \d\.\d+ ms \[[\d., ]+\])?`;
  assert.match(cold.at(-1)!, new RegExp(`^over HTTP/2, a cold connection costs ${range} more: .* slower$`));
  const warm = told('cold', 'What does a cold connection cost?');
  assert.match(warm.at(-1)!, new RegExp(`^over HTTP/2, a warm connection saves ${range}: .* faster$`));
  const protocol = told('warm', 'Which protocol is faster than HTTP/1.1?');
  assert.ok(
    protocol.some((text) => /^on cold connections, HTTP\/2 is .* slower than HTTP\/1\.1$/.test(text)),
  );
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

test('no sentence has a ratio or a difference without an interval', () => {
  for (const kind of ['quick', 'opijac', 'connections'] as const) {
    const { run, summary } = syntheticInput({ kind, sessions: 3, blocks: 6 });
    for (const { sentences: some } of writeAnswers(summary, run.study, makeTables(summary, run.study))) {
      for (const { text } of some) {
        const values = text.match(/\d(×| ms)/g) ?? [];
        const intervals = text.match(/\[[−\d. ]+, [\d. ]+\]/g) ?? [];
        assert.equal(intervals.length, values.length, text);
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

test('where nothing was measured for several reasons, each says for how many cells', () => {
  const told = sentences({}, (summary) => ({
    ...summary,
    cells: summary.cells.map((cell, i) => ({
      ...cell,
      status: 'skipped',
      reason: i === 0 ? 'needs HTTPS' : 'every block of it was void',
      totalMs: null,
      bytes: null,
    })),
  }));
  assert.deepEqual(told, {
    'What came of it?': [
      'nothing was measured in any of 12 cells: every block of it was void (11 cells); needs HTTPS (1 cell)',
    ],
  });
});

test('claims are counted by verdict', () => {
  const claim = {
    says: '',
    published: [1.1, null] as const,
    measured: null,
    interval: null,
    margin: 0.02,
    answered: null,
    note: 'needs the link',
    pairs: [],
  };
  const told = sentences({}, (summary) => ({
    ...summary,
    claims: [
      { ...claim, id: 'O1', verdict: 'replicated', note: '' },
      { ...claim, id: 'O2', verdict: 'open' },
      { ...claim, id: 'O3', verdict: 'open' },
    ],
  }));
  assert.deepEqual(told['Do the published claims hold?'], [
    '1 of 3 claims replicated (O1)',
    '2 of 3 claims open (O2 and O3): needs the link',
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
    margin: 0.02,
    answered: null,
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
  assert.equal(sayEnding(summary, ''), null);
  const interrupted = {
    ...summary,
    status: 'interrupted',
    sessions: { complete: 1, planned: 3, leftOut: 1 },
  } as const;
  assert.equal(sayEnding(interrupted, 'Ctrl-C'), 'The run was interrupted: 1 of 3 sessions complete; Ctrl-C');
  assert.equal(sayEnding(interrupted, 'interrupted'), 'The run was interrupted: 1 of 3 sessions complete');
});
