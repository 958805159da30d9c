import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clientBench, type Measured as MeasuredRun } from '../../support/real/client-bench.ts';
import { LATE, lateBeside } from '../../support/real/found-delay.ts';

// Known truths in, the same out: a real Chromium against the real target and against one that waits before
// every answer, turn about in the same session: two sessions have each their own level, 10 to 15 % apart
// (docs/decisions/011-deciding.md).

const DELAY_MS = 20;
const bench = clientBench();
const STUDY = `factors:
  n: 100
  format: json/JSON.parse
  compression: [none, gzip-6]
  target: [node, ${LATE}]
protocol: {sessions: 1, budget: 13s, warmup: 8, timeout: 5s, interleave: target}
`;

type Measured = MeasuredRun['summary']['cells'][number];

let summary: MeasuredRun['summary'];
before(async () => {
  const late = lateBeside((then) => waited(DELAY_MS, then));
  summary = (await bench.measured('delay', STUDY, late)).summary;
});
after(() => bench.remove());

/**
 * To less than a tenth of a millisecond. Timers of Node start and fire at whole milliseconds of its loop:
 * where a client asks again as soon as it is answered, one kind of request then waits 20 ms each time, and
 * another 21.
 */
function waited(delayMs: number, then: () => void): void {
  const untilMs = performance.now() + delayMs;
  const look = () => void (performance.now() < untilMs ? setImmediate(look) : then());
  setTimeout(look, delayMs - 2);
}

/** Each cell of the target that waits, with the cell that differs from it in nothing else. */
function besideEachOther(): (readonly [late: Measured, node: Measured])[] {
  const factorsBeside = ({ factors: { target: _, ...others } }: Measured) => JSON.stringify(others);
  const cells = summary.cells.filter(({ twinOf }) => twinOf === null);
  const ofNode = new Map(
    cells.filter(({ factors }) => factors.target === 'node').map((cell) => [factorsBeside(cell), cell]),
  );
  return cells
    .filter(({ factors }) => factors.target === LATE)
    .map((cell) => [cell, ofNode.get(factorsBeside(cell))!]);
}

test('a delay of 20 ms before every answer is found in the network item and nowhere else', () => {
  assert.equal(besideEachOther().length, 2);
  for (const [late, node] of besideEachOther()) {
    const moreMs = (phase: keyof Measured['phases']) => (late.phases[phase] ?? 0) - (node.phases[phase] ?? 0);
    const network = moreMs('network');
    assert.ok(network >= DELAY_MS - 0.5 && network <= DELAY_MS + 5, `${late.id}: ${network} ms more network`);
    for (const phase of ['encode', 'compress', 'transfer', 'decode', 'residual'] as const) {
      const ms = moreMs(phase);
      assert.ok(Math.abs(ms) < 5, `${late.id}: ${ms} ms more ${phase}`);
    }
    const total = late.totalMs!.median - node.totalMs!.median;
    assert.ok(total >= DELAY_MS - 0.5 && total <= DELAY_MS + 6, `${late.id}: ${total} ms more in all`);
  }
});

// Few exchanges on a shared machine: one stall of 100 ms in an empty exchange moves the sum by five per cent.
test('the items add up to about the whole where most of it is known', () => {
  for (const [{ id, accountedShare }] of besideEachOther()) {
    assert.ok(accountedShare! > 0.8 && accountedShare! < 1.25, `${id}: ${accountedShare}`);
  }
});

// One interval of 95 % in twenty misses 1 by right; twice its width does not once in thousands of runs.
test('a cell and its twin differ by no more than noise does, and their bytes are the same', () => {
  const { cells, twin } = summary;
  const [low, high] = twin!.interval;
  const halfWidth = Math.log(high / low) / 2;
  assert.ok(
    Math.abs(Math.log(twin!.ratio)) <= 2 * halfWidth,
    `the twin takes ${twin!.ratio} of the time, its interval is ${low} to ${high}`,
  );
  const again = cells.find(({ twinOf }) => twinOf !== null)!;
  assert.deepEqual(again.bytes, cells.find(({ id }) => id === again.twinOf)!.bytes);
});
