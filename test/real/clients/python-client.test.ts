import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { CellSummary, Summary } from '../../../src/summary/summary.ts';
import { clientBench } from '../../support/real/client-bench.ts';
import { withoutPython } from '../../support/real/without-python.ts';
import type { Cheat } from '../../support/targets/cheating-target.ts';

// The client in Python, which was written from docs/reference/agent-protocol.md alone, against the real
// target: beside Node it measures the same bytes, and times nothing that is not what was sent.

const bench = clientBench();
after(() => bench.remove());

const ownCells = ({ cells }: Recorded<Summary>) =>
  cells.filter(({ factors, status }) => factors.browser === 'python' && status === 'measured');

test('it decodes three datasets by all of its decoders to what was sent, as many bytes as Node gets', {
  skip: withoutPython,
}, async () => {
  const { summary, probes } = await bench.measured(
    'decoders',
    `factors:
  n: 300
  dataset: [book, video, file]
  format: [json/orjson, json/json.loads, json/JSON.parse, xml/lxml, xml-attributes/lxml, protobuf/protobuf-python]
  compression: [none, gzip-6]
  browser: [python, node]
protocol: {sessions: 1, exchangesPerVisit: 1, budget: 12s, warmup: 0, timeout: 20s}
`,
  );
  const own = ownCells(summary).filter(({ twinOf }) => twinOf === null);
  assert.equal(own.length, 3 * 5 * 2);
  const keyOf = ({ factors }: Recorded<CellSummary>) =>
    `${factors.dataset} ${factors.format} ${factors.compression}`;
  const inNode = summary.cells.filter(
    ({ factors, status }) => factors.browser === 'node' && status === 'measured',
  );
  const bytesInNode = new Map(inNode.map((cell) => [keyOf(cell), cell.bytes!.encoded]));
  assert.equal(bytesInNode.size, 3 * 2);
  for (const cell of own) {
    assert.equal(cell.failures, 0, cell.id);
    assert.ok(cell.phases.decode! > 0 && cell.phases.encode! > 0, cell.id);
    const isCompressed = cell.factors.compression !== 'none';
    const decompressMs = probes.find((probe) => probe.cell === cell.id)?.decompressMs ?? 0;
    assert.equal(decompressMs > 0, isCompressed, cell.id);
    assert.equal(cell.intervals?.decompress !== undefined, isCompressed, cell.id);
    if (!isCompressed) assert.equal(cell.phases.decompress, undefined, cell.id);
    const same = bytesInNode.get(keyOf(cell));
    if (same !== undefined) assert.equal(cell.bytes!.encoded, same, cell.id);
  }
  // One or two exchanges each: by chance they may have no room for what decompressing took alone.
  const itemised = own.filter(({ phases }) => phases.decompress! > 0);
  assert.ok(itemised.length > 3 * 5 * 0.5, `${itemised.length} of ${3 * 5}`);
  assert.ok(
    summary.warnings.every(({ kind }) => kind !== 'timing-doubtful'),
    JSON.stringify(summary.warnings),
  );
});

const ONE_CELL = `factors: {n: 200, format: json/orjson, browser: python}
protocol: {sessions: 1, budget: 8s, warmup: 8, timeout: 20s}
`;

test('an exchange that takes longer than is allowed is told as that, and the next ones are as they were', {
  skip: withoutPython,
}, async () => {
  let exchanges = 0;
  const hanging: Cheat = {
    handler: (real) => (request, response) => {
      // After the checks of the target and of the cell.
      const isOwn = String(request.headers['user-agent']).startsWith('python-httpx');
      if (!isOwn || !request.url?.startsWith('/exchange') || ++exchanges % 30 !== 0) real(request, response);
    },
  };
  const study = ONE_CELL.replace('budget: 8s', 'budget: 12s').replace('timeout: 20s', 'timeout: 1s');
  const { summary, samples } = await bench.measured('hanging', study, hanging);
  const late = samples.filter(({ outcome }) => outcome === 'timed-out');
  assert.ok(late.length >= 2, `${late.length} of ${samples.length}`);
  for (const { totalMs, requests, reason } of late) {
    assert.ok(totalMs >= 1_000, `${totalMs} ms`);
    assert.deepEqual([requests, reason], [0, 'OutOfTime: it took longer than 1000 ms']);
  }
  // A client that minds its limit badly is late in every one, a machine that stands still in one.
  const leastMs = Math.min(...late.map(({ totalMs }) => totalMs));
  assert.ok(leastMs < 1_500, `${leastMs} ms`);
  assert.ok(samples.every(({ outcome }) => outcome !== 'failed'));
  assert.equal(summary.cells[0]!.phases.connect ?? 0, 0);
});

test('a value that the target changes for this client alone is caught by the check in every format, and that cell is not timed', {
  skip: withoutPython,
}, async () => {
  const changing: Cheat = {
    answers: (answer, request) => {
      if (!String(request.headers['user-agent']).startsWith('python-httpx')) return answer;
      // Of the last book; nothing of it is to be seen in what is compressed.
      const at = answer.body.lastIndexOf('.png');
      if (at >= 0) answer.body.write('.pnh', at);
      return answer;
    },
  };
  const { summary, run } = await bench.measured(
    'changed',
    `factors:
  n: 50
  format: [json/orjson, json/json.loads, xml/lxml, xml-attributes/lxml, protobuf/protobuf-python]
  compression: [none, gzip-6]
  browser: python
protocol: {sessions: 1, exchangesPerVisit: 1, budget: 8s, warmup: 0, timeout: 20s}
`,
    changing,
  );
  const dropped = run.sessions.flatMap((session) => session.dropped);
  for (const { cell, reason } of dropped)
    assert.match(reason, /\[49\]\.image: '.*\.pnh', expected '.*\.png'/, cell);
  const timed = ownCells(summary).filter(({ twinOf }) => twinOf === null);
  assert.deepEqual(timed.map(({ factors }) => `${factors.format} ${factors.compression}`).sort(), [
    'json gzip-6',
    'json gzip-6',
    'protobuf gzip-6',
    'xml gzip-6',
    'xml-attributes gzip-6',
  ]);
});
