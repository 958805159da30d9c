import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell, sequenceCell } from '../../../test/support/cells/made-cells.ts';
import type { Cell } from '../../factors/cell.ts';
import { profileNamed } from '../../network/profiles.ts';
import type { PlannedCell } from '../plan.ts';
import { roughlyEmptyMs, roughlyMs, type Sent } from '../sessions/rough-times.ts';
import { emptyCellIds } from './panels.ts';
import { countedInVisit, warmupExchanges } from './visit-exchanges.ts';
import { COUNTED_EMPTIES, tracesAreLost, type VisitsAsked, visitCounts } from './visits.ts';

const NOTHING_SENT: Sent = { networks: [], payloads: [] };

function planned(cells: readonly Cell[]): PlannedCell[] {
  return cells.map((factors, index) => ({ id: `${index}`, part: 'main', factors, twinOf: null, skip: null }));
}

function countsOf(cells: readonly Cell[], asked: Partial<VisitsAsked> = {}, sent = NOTHING_SENT) {
  const own = planned(cells);
  return visitCounts(own, emptyCellIds(own), { exchangesPerVisit: null, warmupExchanges: 8, ...asked }, sent);
}

const requests = (count: number, n: number) => Array.from({ length: count }, () => requestCell({ n }));

test('a visit settles once and counts three times', () => {
  const { settlingPerVisit, countedPerVisit, blocksPerEmpties } = countsOf(requests(6, 1_000));
  assert.deepEqual([settlingPerVisit, countedPerVisit, blocksPerEmpties], [1, 3, 1]);
});

test('of a cell that has a panel to itself most of the exchange time counts, whatever its n', () => {
  for (const n of [1, 10, 100, 1_000, 10_000, 50_000]) {
    const cell = requestCell({ n });
    const { settlingPerVisit, countedPerVisit, blocksPerEmpties } = countsOf([cell]);
    const cellMs = roughlyMs(cell, NOTHING_SENT);
    const emptiesMs =
      ((settlingPerVisit + COUNTED_EMPTIES) * roughlyEmptyMs(cell, NOTHING_SENT)) / blocksPerEmpties;
    const share = (countedPerVisit * cellMs) / ((settlingPerVisit + countedPerVisit) * cellMs + emptiesMs);
    assert.ok(share > (n <= 1_000 ? 0.945 : 0.865) && share < 0.96, `n=${n}: ${share}`);
  }
});

test('a cell that has its panel to itself but for its twin counts as often', () => {
  const [cell] = planned(requests(1, 10));
  const twin = { ...cell!, id: 'twin', twinOf: cell!.id };
  const empties = emptyCellIds([cell!]);
  const asked = { exchangesPerVisit: null, warmupExchanges: 8 };
  const { countedPerVisit } = visitCounts([cell!, twin], empties, asked, NOTHING_SENT);
  assert.ok(countedPerVisit > 20, `${countedPerVisit}`);
});

test('empty exchanges take a tenth of the exchange time at most, in blocks of any cells', () => {
  const slow = profileNamed('3g')!;
  const sent = { networks: [slow], payloads: [] };
  const shares = [1, 2, 3, 6, 30].flatMap((count) =>
    [1, 10, 1_000, 100_000].flatMap((n) =>
      ['none', slow.name].map((network) => {
        const cell = requestCell({ n, network });
        const cells = Array.from({ length: count }, () => cell);
        const { settlingPerVisit, countedPerVisit, blocksPerEmpties } = countsOf(cells, {}, sent);
        const perVisit = settlingPerVisit + countedPerVisit;
        const cellsMs = perVisit * count * roughlyMs(cell, sent) * blocksPerEmpties;
        const emptiesMs = (settlingPerVisit + COUNTED_EMPTIES) * roughlyEmptyMs(cell, sent);
        return emptiesMs / (cellsMs + emptiesMs);
      }),
    ),
  );
  assert.ok(Math.max(...shares) <= 0.1 + 1e-9, `${Math.max(...shares)}`);
});

test('an exchange over half a second counts once a visit, and warms up once', () => {
  const { settlingPerVisit, countedPerVisit, warmupBlocks } = countsOf(requests(2, 100_000));
  assert.deepEqual([settlingPerVisit, countedPerVisit, warmupBlocks], [0, 1, 1]);
});

test('such exchanges have settled before they end, and settle beside shorter ones alone', () => {
  const settling = (...n: readonly number[]) =>
    countsOf(n.map((each) => requestCell({ n: each }))).settlingPerVisit;
  assert.equal(settling(100_000, 200_000), 0);
  assert.equal(settling(100_000, 10), 1);
  assert.equal(settling(10_000), 1);
});

const over = (network: string) => ({ networks: [profileNamed(network)!], payloads: [] });

test('where nearly all of an exchange is wire, it neither settles nor is repeated', () => {
  const counts = (network: string, n: number) =>
    countsOf([requestCell({ n, network }), requestCell({ n, network })], {}, over(network));
  const { settlingPerVisit, countedPerVisit, warmupBlocks, leastBlocks } = counts('4g', 300);
  assert.deepEqual([settlingPerVisit, countedPerVisit, warmupBlocks, leastBlocks], [0, 1, 1, 2]);
  // Jitter and loss scatter what the two ends do not.
  const jittery = counts('mobile-poor', 300);
  assert.deepEqual([jittery.settlingPerVisit, jittery.leastBlocks], [0, undefined]);
  // Short ones, and those of a wire that is hardly slower than the code, settle.
  assert.equal(counts('4g', 300_000).settlingPerVisit, 0);
  assert.equal(counts('cable', 10).settlingPerVisit, 1);
  assert.equal(counts('lan', 30_000).settlingPerVisit, 1);
});

test('what code takes decides for the whole panel', () => {
  const [light, heavy] = [
    requestCell({ n: 1_000, network: '4g' }),
    requestCell({ n: 1_000, network: '4g', format: 'xml', codec: 'domparser' }),
  ];
  assert.equal(countsOf([light], {}, over('4g')).settlingPerVisit, 0);
  assert.equal(countsOf([light, heavy], {}, over('4g')).settlingPerVisit, 1);
  // A compression has fresh tables for each body.
  const slowest = requestCell({ n: 1_000, network: '4g', compression: 'br-11' });
  assert.equal(countsOf([light, slowest], {}, over('4g')).settlingPerVisit, 0);
});

test('traces of a neighbour that are not settled away are less than one per cent of an exchange', () => {
  for (const ms of [40, 100, 180, 1_000])
    for (let codeMs = 0.5; codeMs < ms; codeMs *= 1.1)
      if (tracesAreLost(codeMs, ms))
        assert.ok(ms >= 50 && (0.12 * codeMs) / ms <= 0.01, `${codeMs} of ${ms}`);
  assert.ok(tracesAreLost(4, 180) && !tracesAreLost(16, 180) && !tracesAreLost(0.1, 40));
});

test('a sequence of messages needs no exchange to settle, and none that is empty', () => {
  const { settlingPerVisit, countedPerVisit, blocksPerEmpties } = countsOf([sequenceCell(), sequenceCell()]);
  assert.deepEqual([settlingPerVisit, countedPerVisit, blocksPerEmpties], [0, 1, 1]);
});

test('what the study says of it is taken', () => {
  const { settlingPerVisit, countedPerVisit } = countsOf(requests(2, 10), { exchangesPerVisit: 7 });
  assert.deepEqual([settlingPerVisit, countedPerVisit], [1, 7]);
});

test('warm-up is as many exchanges of each cell as are asked for, a visit of them at least', () => {
  const warmup = (exchanges: number) => {
    const counts = countsOf(requests(6, 1_000), { warmupExchanges: exchanges });
    return [counts.warmupBlocks, warmupExchanges(counts, '0')];
  };
  assert.deepEqual([0, 1, 4, 5, 8, 9, 40].map(warmup), [
    [1, 4],
    [1, 4],
    [1, 4],
    [2, 5],
    [2, 8],
    [3, 9],
    [10, 40],
  ]);
  assert.equal(countsOf(requests(6, 1_000)).warmupExchanges, undefined, 'nothing is said of whole visits');
});

test('a warm-up that would take more than half a second of each cell is shorter', () => {
  // 62 ms an exchange, so two visits of four are about half a second.
  assert.equal(countsOf(requests(3, 10_000), { warmupExchanges: 1_000 }).warmupBlocks, 2);
});

test('a number of them that the study gives is kept, however long they take', () => {
  const given = { warmupExchanges: 20, isWarmupGiven: true };
  const counts = countsOf([requestCell({ n: 10 }), requestCell({ n: 100_000 })], given);
  assert.deepEqual(
    ['0', '1'].map((cell) => warmupExchanges(counts, cell)),
    [20, 20],
  );
  const wire = countsOf([requestCell({ n: 300, network: '4g' })], given, over('4g'));
  assert.equal(warmupExchanges(wire, '0'), 20);
});

/** What takes seven and fifty times as long as JSON of so many objects. */
const heavy = (n: number) => [
  requestCell({ n, format: 'xml', codec: 'domparser', compression: 'gzip-6' }),
  requestCell({ n, compression: 'br-11' }),
];

test('a cell warms up as often whatever stands beside it', () => {
  const asked = { warmupExchanges: 12 };
  for (const [n, exchanges] of [
    [10, 12],
    [1_000, 12],
    [10_000, 8],
  ] as const) {
    const [xml, strong] = heavy(n);
    for (const others of [[], requests(1, n), requests(5, n), [xml!], [strong!], heavy(n)]) {
      const counts = countsOf([requestCell({ n }), ...others], asked);
      assert.equal(warmupExchanges(counts, '0'), exchanges, `n=${n} beside ${others.length}`);
      // Each cell is in each of the blocks.
      const all = [0, ...others.keys()].map((cell) => warmupExchanges(counts, `${cell}`));
      assert.ok(Math.min(...all) >= counts.warmupBlocks);
    }
  }
  // Nearly all of it is wire, and of one of its neighbours it is not.
  const far = { n: 1_000, network: '4g' };
  const others = [[], [requestCell(far)], [requestCell({ ...far, format: 'xml', codec: 'domparser' })]];
  const beside = others.map((own) => countsOf([requestCell(far), ...own], asked, over('4g')));
  assert.deepEqual(
    beside.map((counts) => [counts.settlingPerVisit, warmupExchanges(counts, '0')]),
    [
      [0, 1],
      [0, 1],
      [1, 1],
    ],
  );
});

test('a heavy cell warms up as often beside light ones as by itself', () => {
  for (const n of [1_000, 10_000])
    for (const cell of heavy(n)) {
      const [alone, beside] = [[cell], [cell, ...requests(3, n)]].map((cells) =>
        warmupExchanges(countsOf(cells, { warmupExchanges: 12 }), '0'),
      );
      assert.equal(alone, beside, `${n}`);
    }
});

test('of a visit one exchange counts of cells that take over half a second, and of no other', () => {
  const counts = countsOf([...requests(2, 10_000), ...heavy(10_000)]);
  assert.deepEqual(
    ['0', '1', '2', '3'].map((cell) => countedInVisit(counts, cell)),
    [3, 3, 1, 1],
  );
  assert.equal(countsOf(heavy(10_000)).countedOnce, undefined, 'all of them are alike');
  const asked = countsOf([...requests(1, 10_000), ...heavy(10_000)], { exchangesPerVisit: 2 });
  assert.deepEqual([asked.countedPerVisit, asked.countedOnce], [2, undefined]);
});

test('long sequences of messages count in two blocks at the least, short ones in three', () => {
  const sent = over('wan');
  const leastOf = (n: number) =>
    countsOf([sequenceCell({ transport: 'xhr', direction: 'client-to-server', network: 'wan', n })], {}, sent)
      .leastBlocks ?? 3;
  assert.deepEqual([leastOf(5), leastOf(200)], [3, 2]);
});
