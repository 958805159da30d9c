import assert from 'node:assert/strict';
import test from 'node:test';
import { parseHTML } from 'linkedom';
import stringWidth from 'string-width';
import { holdsToGolden } from '../../test/support/reports/golden.ts';
import { madeUpMessages, mixedInput } from '../../test/support/reports/messages.ts';
import { pageText } from '../../test/support/reports/page-text.ts';
import { messagesInput } from '../../test/support/reports/records.ts';
import { wordOf } from '../factors/cell.ts';
import { recordedCell } from '../factors/recorded-cell.ts';
import { page } from './html/page.ts';
import { markdown } from './markdown.ts';
import { terminalText } from './terminal/terminal.ts';
import { makeTables } from './words/groups.ts';

const LOOK = { columns: 80, colour: false, htmlPath: 'runs/messages/report.html' };
const SIZES = ['100', '1000', '2500', '5000', '25000', 'random-100-1000', 'growing-100'];
const DIRECTIONS = ['client-to-server', 'server-to-client', 'both-ways'] as const;

test('the reports of a synthetic run of messages are those that were looked at', () => {
  const input = messagesInput();
  holdsToGolden('messages-80.txt', terminalText(input.run, input.summary, LOOK), process.env);
  holdsToGolden('messages.md', markdown(input), process.env);
  holdsToGolden('messages-page.txt', pageText(page(input)), process.env);
});

test('the terminal report of messages of many sizes is the one that was looked at', () => {
  const { run, summary } = madeUpMessages({ directions: DIRECTIONS, sizes: SIZES });
  holdsToGolden('messages-sizes-80.txt', terminalText(run, summary, LOOK), process.env);
});

test('no line of messages is wider than the terminal', () => {
  const inputs = [
    messagesInput({ sessions: 2, blocks: 4 }),
    madeUpMessages({ directions: DIRECTIONS, sizes: SIZES }),
    madeUpMessages({ modes: ['throughput', 'ping-pong', 'paced-50'], networks: ['none', '2g'] }),
    mixedInput(),
  ];
  for (const columns of [60, 80, 100, 132, 200]) {
    for (const { run, summary } of inputs) {
      for (const line of terminalText(run, summary, { ...LOOK, columns }).split('\n')) {
        assert.ok(stringWidth(line) <= columns, `${columns}: ${line}`);
      }
    }
  }
});

test('every cell of messages stands in one table, with those that carry the same the same way', () => {
  for (const { run, summary } of [messagesInput({ sessions: 2, blocks: 4 }), mixedInput()]) {
    const { tables } = makeTables(summary, run.study);
    const shown = tables.flatMap(({ rows, missing }) => [...rows, ...missing].map(({ cell }) => cell.id));
    const own = summary.cells.filter((cell) => cell.twinOf === null).map((cell) => cell.id);
    assert.deepEqual(shown.toSorted(), own.toSorted());
    for (const { rows } of tables) {
      for (const name of ['transport', 'direction', 'mode', 'size', 'n'] as const) {
        const levels = new Set(rows.map(({ cell }) => wordOf(cell.factors, name)));
        assert.ok(name === 'transport' || levels.size <= 1, `${name}: ${[...levels]}`);
      }
    }
  }
});

test('tables say in plain words what is sent which way', () => {
  const { run, summary } = madeUpMessages({
    modes: ['throughput', 'paced-0.5'],
    sizes: ['100', 'random-100-1000'],
  });
  assert.deepEqual(
    makeTables(summary, run.study).tables.map(({ title }) => title),
    [
      'to the client, as fast as they go, 1 000 messages of 100 B',
      'to the client, as fast as they go, 1 000 messages of random sizes from 100 to 1 000 B',
      'to the client, 0.5 a second, 1 000 messages of 100 B',
      'to the client, 0.5 a second, 1 000 messages of random sizes from 100 to 1 000 B',
    ],
  );
});

test('every time of a message is that of its sequence over their number, in every report', () => {
  const input = madeUpMessages({ n: 1000, directions: ['client-to-server'] });
  const { cells } = input.summary;
  const { document } = parseHTML(page(input));
  const shown = [...document.querySelectorAll('.ways td.median')].map((field) =>
    Number(field.getAttribute('data-value')),
  );
  const medians = cells.map(({ totalMs }) => totalMs!.median).sort((a, b) => a - b);
  // 1 000 messages: so many ms of a sequence are so many µs of a message.
  assert.equal(shown.length, medians.length);
  for (const [i, value] of shown.entries()) assert.ok(Math.abs(value / medians[i]! - 1) < 1e-12);
  assert.match(markdown(input), /\| WebSocket \| 11\.3 \| 11\.1 – 11\.5 \| ● \*\*fastest\*\* \| 88 652 \|/);
  assert.match(
    terminalText(input.run, input.summary, LOOK),
    /^ {2}WebSocket +● +11\.3 +11\.1 – 11\.5 +88 652/m,
  );
});

test('the distributions are of a message too', () => {
  const input = madeUpMessages({ n: 1000, directions: ['client-to-server'] });
  const { document } = parseHTML(page(input));
  const [first] = [...document.querySelectorAll('.strips [role=img]')];
  const about = first!.getAttribute('aria-label')!;
  assert.match(about, /^WebSocket: 38 sequences from 10\.2 µs to 22\.6 µs a message, median 11\.3 µs$/);
});

test('the fastest is told with what a message takes, and by how much less than the next', () => {
  const { run, summary } = madeUpMessages({ directions: ['client-to-server'] });
  const text = terminalText(run, summary, { ...LOOK, columns: 200 });
  assert.match(
    text,
    /● over WebSocket a message takes 11\.3 µs, 24\.8× less than by the next, XHR \[24\.6, 25\.1\]/,
  );
  const both = madeUpMessages({ directions: ['both-ways'] });
  const back = terminalText(both.run, both.summary, { ...LOOK, columns: 200 });
  assert.match(
    back,
    /over WebSocket a message there and back takes 11\.3 µs, 28\.4× less than by the next, SSE \+ XHR/,
  );
});

test('what deflate costs is told of a message, not of a sequence', () => {
  const ways = [{ compression: 'permessage-deflate', transport: 'xhr' }, {}] as const;
  const { run, summary } = madeUpMessages({ ways });
  const [dear, cheap] = summary.cells;
  const comparison = summary.comparisons.find(({ a, b }) => a === cheap!.id && b === dear!.id)!;
  const value = dear!.totalMs!.median - cheap!.totalMs!.median;
  const asked = {
    ...comparison,
    a: dear!.id,
    b: cheap!.id,
    factor: 'compression' as const,
    ratio: 0.04,
    interval: [0.039, 0.041] as const,
    verdict: 'slower' as const,
    asked: true,
    differenceMs: { value, interval: [value * 0.99, value * 1.01] as const },
  };
  const study = { ...run.study, comparisons: [{ factor: 'compression', baseline: 'none' }] } as const;
  const text = terminalText(
    { ...run, study },
    { ...summary, comparisons: [asked] },
    { ...LOOK, columns: 200 },
  );
  assert.match(text, /permessage-deflate costs 0\.269 ms \[0\.266, 0\.271\] a message: 25\.0× slower/);
});

test('where nothing is encoded there is no bill, and none of its words', () => {
  const input = madeUpMessages({ modes: ['throughput', 'ping-pong'] });
  const text = terminalText(input.run, input.summary, LOOK);
  assert.doesNotMatch(text, /The bill|transport is what|█/);
  const { document } = parseHTML(page(input));
  assert.equal(document.querySelectorAll('.bills, .legend, .bar').length, 0);
});

test('the time of a message at a rate is said to be its latency, not the sequence’s time', () => {
  const said = (modes: readonly string[]) => {
    const { run, summary } = madeUpMessages({ modes });
    return terminalText(run, summary, LOOK).replaceAll(/\s+/g, ' ');
  };
  assert.match(said(['paced-50']), /a message takes: of a sequence the mean of its latencies[;.]? /);
  assert.match(
    said(['throughput', 'paced-50']),
    /over its messages or, at a rate, the mean of its latencies/,
  );
  assert.doesNotMatch(said(['throughput']), /latencies/);
});

test('the bill of a message adds up to its mean time', () => {
  const dataset = { dataset: 'book', format: 'json', codec: 'JSON.parse', encoder: 'JSON.stringify' };
  const ways = [{ transport: 'websocket', ...dataset } as const, { transport: 'sse', ...dataset } as const];
  const input = madeUpMessages({ sizes: ['data'], ways });
  const { document } = parseHTML(page(input));
  const bars = [...document.querySelectorAll('.bills svg[aria-label]')];
  assert.equal(bars.length, 2);
  assert.match(
    bars[0]!.getAttribute('aria-label')!,
    /^server 3\.45 µs, network 7\.21 µs, browser 0.*, client 4\.86 µs, residual 0\.157 µs; total 16\.0 µs$/,
  );
});

test('bars of one drawing tell their totals in one unit, and say it', () => {
  const dataset = { dataset: 'book', format: 'json', codec: 'JSON.parse', encoder: 'JSON.stringify' };
  const ways = (['websocket', 'sse+xhr'] as const).map((transport) => ({ transport, ...dataset }));
  const input = madeUpMessages({ directions: ['both-ways'], sizes: ['data'], ways });
  const { document } = parseHTML(page(input));
  const totals = [...document.querySelectorAll('.bills svg text')].map((text) => text.textContent);
  assert.equal(totals.length, 2);
  for (const total of totals) assert.match(total ?? '', /^[\d.]+ µs$/);
  assert.ok(
    totals.some((total) => Number.parseFloat(total!) > 100),
    totals.join(),
  );
});

test('bytes that compression takes off are told without a sign, and as the most where it does not always', () => {
  const { run, summary } = madeUpMessages({ sizes: ['100', '1000'] });
  const said = (small: number, large: number) => {
    const cells = summary.cells.map((cell) => {
      const overhead = recordedCell(cell.factors).size === '100' ? small : large;
      const isSocket = recordedCell(cell.factors).transport === 'websocket';
      return isSocket ? { ...cell, messages: { ...cell.messages!, wire: { bytes: 50, overhead } } } : cell;
    });
    return terminalText(run, { ...summary, cells }, LOOK);
  };
  assert.match(said(-1.25, -214.7), /on the wire, WebSocket takes 1\.3 to 214\.7 B off a message\n/);
  assert.match(said(2.6, -1_196.5), /on the wire, WebSocket takes up to 1 19[67] B off a message\n/);
  assert.match(said(2, 4), /on the wire, WebSocket adds 2\.0 to 4\.0 B to a message/);
});

test('time against size is drawn where the size varies, a line for each way', () => {
  const { document } = parseHTML(page(madeUpMessages({ directions: DIRECTIONS, sizes: SIZES })));
  const charts = [...document.querySelectorAll('#size ~ .charts figure')];
  assert.equal(charts.length, 3);
  assert.match(
    charts[0]!.querySelector('svg')!.getAttribute('aria-label')!,
    /WebSocket: 11\.3 at 100, 31\.2 at 25000/,
  );
  assert.equal(document.getElementById('n'), null);
  assert.equal(parseHTML(page(madeUpMessages())).document.getElementById('size'), null);
});

test('a study of requests and messages shows each in its own way', () => {
  const input = mixedInput({ modes: ['throughput', 'ping-pong'] });
  const { document } = parseHTML(page(input));
  assert.equal(document.querySelectorAll('.cells > table').length, 2);
  assert.equal(document.querySelectorAll('.ways table.sortable caption').length, 2);
  assert.equal(document.querySelectorAll('#n ~ .charts figure').length, 1);
  assert.ok(document.getElementById('latencies'));
  const text = terminalText(input.run, input.summary, LOOK);
  assert.match(text, /book · 10 and 1 000 objects · to the client\n/);
  assert.doesNotMatch(text, /1 000 objects of|random/);
});

test('strings of a record of messages never become markup', () => {
  const input = messagesInput({ sessions: 2, blocks: 4 });
  const nasty = (text: string) => `${text}</script><img src=x onerror=alert(1)>|"'[a](javascript:x)`;
  const { study } = input.run;
  const parts = study.parts.map((part) => ({ ...part, name: nasty(part.name), title: nasty(part.title) }));
  const cells = input.summary.cells.map((cell) => ({
    ...cell,
    part: nasty(cell.part),
    reason: nasty(cell.reason),
    factors: { ...cell.factors, format: nasty(cell.factors.format), dataset: nasty(cell.factors.dataset) },
  }));
  const hostile = {
    ...input,
    run: { ...input.run, study: { ...study, parts } },
    summary: { ...input.summary, cells },
  };
  const { document } = parseHTML(page(hostile));
  assert.equal(document.querySelectorAll('script').length, 1);
  assert.equal(document.querySelectorAll('img').length, 0);
  const text = markdown(hostile);
  assert.doesNotMatch(text, /<img|<script/);
  const tables = text
    .replaceAll('\\|', '')
    .split(/\n\n/)
    .filter((block) => block.startsWith('| way'));
  assert.ok(tables.length > 3);
  for (const table of tables) {
    const columns = table.split('\n').map((line) => line.split('|').length);
    assert.equal(new Set(columns).size, 1, table);
  }
});

test('where one session left one block of messages, no report prints an interval that nobody could estimate', () => {
  const { summary, ...record } = messagesInput({ sessions: 1, blocks: 1 });
  const input = { ...record, summary: { ...summary, warnings: [] } };
  assert.ok(input.summary.comparisons.some(({ interval }) => interval[1] === Number.MAX_VALUE));
  const { document } = parseHTML(page(input));
  const texts = {
    html: document.querySelector('body')!.textContent!,
    md: markdown(input),
    terminal: terminalText(input.run, input.summary, { ...LOOK, columns: 132 }),
  };
  for (const [name, text] of Object.entries(texts)) {
    assert.match(text, /unknown/, name);
    assert.doesNotMatch(text, /\d{20}|e\+\d|NaN|Infinity|>10 000/, name);
  }
  assert.doesNotMatch(page(input), /="[^"]*(NaN|Infinity)/);
});
