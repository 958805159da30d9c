import assert from 'node:assert/strict';
import test from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { holdsToGolden } from '../../../test/support/reports/golden.ts';
import { madeUp } from '../../../test/support/reports/made-up.ts';
import { hostileInput, syntheticInput } from '../../../test/support/reports/records.ts';
import type { Cell } from '../../factors/cell.ts';
import type { PayloadRef } from '../../study/study.ts';
import { terminalText } from './terminal.ts';

const LOOK = { columns: 80, colour: false, htmlPath: 'runs/made-up/report.html' };

test('the terminal report of a synthetic run is the one that was looked at', () => {
  const { run, summary } = syntheticInput();
  holdsToGolden('terminal-80.txt', terminalText(run, summary, LOOK), process.env);
});

test('the terminal report of a large, interrupted run is the one that was looked at', () => {
  const { run, summary } = syntheticInput({
    kind: 'opijac',
    sessions: 3,
    blocks: 8,
    lastSession: 'interrupted',
  });
  holdsToGolden('terminal-large-80.txt', terminalText(run, summary, LOOK), process.env);
});

test('the terminal report of warm and cold connections is the one that was looked at', () => {
  const { run, summary } = syntheticInput({ kind: 'connections' });
  holdsToGolden('terminal-connections-80.txt', terminalText(run, summary, LOOK), process.env);
});

test('what came from outside is told by what it is', () => {
  const { run, summary } = syntheticInput({ sessions: 2, blocks: 6 });
  const phone = { engine: 'webkit', engineVersion: '18.1.2' };
  const sessions = run.sessions.map((session) => ({
    ...session,
    agent: { ...session.agent!, ...phone },
  }));
  const plan = {
    ...run.plan,
    cells: run.plan.cells.map(fromOutside),
    sessions: run.plan.sessions.map((session) => ({ ...session, browser: 'outside' })),
  };
  const asOutside = { ...run, sessions, plan };
  const cells = summary.cells.map(fromOutside);
  assert.match(terminalText(asOutside, { ...summary, cells }, LOOK), /outside \(webkit 18\.1\)/);
});

function fromOutside<T extends { readonly factors: Cell }>(cell: T): T {
  return { ...cell, factors: { ...cell.factors, browser: 'outside' } };
}

test('a network that was left out has its row in the table of a URL, and why', () => {
  const { run, summary } = madeUp({
    formats: ['json'],
    compressions: ['gzip-6'],
    n: [1],
    networks: ['none', '3g'],
  });
  const url = { target: summary.cells[0]!.factors.target };
  const payload = { name: 'orders', source: 'http://x/orders', schema: NO_SCHEMA, notes: [], url };
  const payloads = [{ ...payload, digest: '', shape: 'document', count: 1, jsonBytes: 9 } as const];
  const cells = summary.cells.map((cell) =>
    cell.factors.network === '3g'
      ? { ...cell, status: 'skipped' as const, reason: 'it takes about --budget 2m', totalMs: null }
      : cell,
  );
  const study = { ...run.study, payloads };
  const text = terminalText({ ...run, study }, { ...summary, cells, comparisons: [] }, LOOK);
  assert.match(text, /^ *3g +not measured *$/m);
  assert.match(text, /3g is not measured: it takes about --budget 2m/);
  assert.match(text, new RegExp(`target ${url.target}$`, 'm'), 'without a version');
});

/** Nothing of it stands in a heading. */
const NO_SCHEMA = {} as PayloadRef['schema'];

test('a document of one’s own is one document, and messages are as many as there are', () => {
  const { run, summary } = syntheticInput({ sessions: 2, blocks: 6 });
  const headingWith = (shape: PayloadRef['shape'], count: number) => {
    const name = run.plan.cells[0]!.factors.dataset;
    const own = {
      name,
      source: 'one.json',
      digest: 'd',
      shape,
      count,
      jsonBytes: 50,
      schema: NO_SCHEMA,
      notes: [],
    };
    return terminalText({ ...run, study: { ...run.study, payloads: [own] } }, summary, LOOK).slice(0, 300);
  };
  assert.match(headingWith('document', 1), / · one document · /);
  assert.match(headingWith('messages', 12), / · 12 messages · /);
  assert.match(headingWith('list', 300), / 1 000 objects · /);
});

test('no line is wider than the terminal', () => {
  for (const columns of [60, 80, 100, 132, 200]) {
    for (const { run, summary } of [
      syntheticInput({ sessions: 2, blocks: 6 }),
      syntheticInput({ kind: 'connections', sessions: 2, blocks: 6 }),
      madeUp({ networks: ['none', '10mbit'] }),
    ]) {
      for (const line of terminalText(run, summary, { ...LOOK, columns }).split('\n')) {
        assert.ok(stringWidth(line) <= columns, `${columns}: ${line}`);
      }
    }
  }
});

test('colour adds nothing but colour to the words', () => {
  const { run, summary } = madeUp();
  const words = (text: string) =>
    text
      .replace(/[^\p{L}\p{N}\s.,:;%×[\]]/gu, '')
      .split(/\s+/)
      .filter(Boolean);
  const coloured = terminalText(run, summary, { ...LOOK, colour: true });
  assert.notEqual(coloured, stripVTControlCharacters(coloured));
  assert.deepEqual(words(stripVTControlCharacters(coloured)), words(terminalText(run, summary, LOOK)));
  assert.equal(terminalText(run, summary, LOOK), stripVTControlCharacters(terminalText(run, summary, LOOK)));
});

test('control characters in a record cannot move the cursor', () => {
  const { run, summary } = hostileInput();
  const title = 'a\u001b[2Jb\u0007c\nd';
  assert.doesNotMatch(terminalText(run, { ...summary, title }, LOOK), /[^\P{Cc}\n]/u);
});

test('a claim that was measured on a stand-in is marked, and what stood in is said beneath', () => {
  const { run, summary } = madeUp();
  const note = 'measured on network none, which stands in for lan';
  const claim = {
    says: 'XML takes longer',
    published: [1.1, null] as const,
    measured: 1.3,
    interval: [1.2, 1.4] as const,
    verdict: 'replicated' as const,
    margin: 0.02,
    answered: null,
    pairs: [],
  };
  const claims = [
    { ...claim, id: 'A', note },
    { ...claim, id: 'B', note: '' },
    {
      ...claim,
      id: 'C',
      measured: null,
      interval: null,
      verdict: 'open' as const,
      note: 'needs the link',
    },
  ];
  for (const columns of [80, 132]) {
    const text = terminalText(run, { ...summary, claims }, { ...LOOK, columns });
    assert.match(text, /^ {2}A .*replicated \*/m);
    assert.match(text, /^ {2}B .*replicated(?! \*)/m);
    assert.match(text, /^ {2}not measured: C$/m);
    assert.ok(text.includes(`\n  * ${note}\n`), text);
  }
  const other = [claims[0]!, { ...claims[1]!, note: '1 of 2 pairs not measured: needs the link' }];
  const text = terminalText(run, { ...summary, claims: other }, LOOK);
  assert.ok(text.includes(`\n  * A: ${note}\n  * B: 1 of 2 pairs`), text);
});

test('a network is named with the figures that stand in the record, in the heading', () => {
  const { run, summary } = madeUp({ networks: ['10mbit'] });
  const networks = run.study.networks.map((network) => ({ ...network, rttMs: 12.5 }));
  const changed = { ...run, study: { ...run.study, networks } };
  assert.match(terminalText(changed, summary, LOOK), /10mbit \(10\/10 Mbit\/s, 12\.5 ms\) ·/);
});
