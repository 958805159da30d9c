// Records held against one another, with known truths in both.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortWorkRecord } from '../../../test/support/records/short-work.ts';
import { type SyntheticOptions, syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { LinkEngine } from '../../network/profile.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { runTimes } from '../samples/cell-times.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import { metricTimes } from '../samples/metric-times.ts';
import { summarise } from '../summarise.ts';
import { compareRecords, difference, estimateIn, type RecordGiven } from './compare-records.ts';
import type { AgainstFirst } from './records-compared.ts';

interface Made extends SyntheticOptions {
  /** All times so many times as long. */
  readonly slower?: number;
  /** Bodies so many bytes longer. */
  readonly more?: number;
  readonly change?: (run: RunFile) => RunFile;
}

function record(
  name: string,
  { slower = 1, more = 0, change = (run) => run, ...options }: Made,
): RecordGiven {
  const made = syntheticRecord({ sessions: 6, blocks: 10, sessionSd: 0.03, ...options });
  const run = change(made.run);
  const samples = makeSampleTable(
    Array.from({ length: made.rows.length }, (_, at) => {
      const row = rowAt(made.rows, at);
      return {
        ...row,
        totalMs: row.totalMs * slower,
        decodeMs: row.decodeMs + row.totalMs * (slower - 1),
        bytesEncoded: row.bytesEncoded === 0 ? 0 : row.bytesEncoded + more,
      };
    }),
  );
  return { name, run, samples, probes: [], summary: summarise(run, samples, []) };
}

const base = record('base', { seed: 1 });

function against(other: RecordGiven): AgainstFirst {
  const { records, against: all } = compareRecords([base, other]);
  assert.deepEqual(
    records.map(({ name }) => name),
    ['base', other.name],
  );
  return all[0]!;
}

test('two runs of the same are not told apart, at any of 20 seeds', () => {
  let wrong = 0;
  for (let seed = 2; seed < 22; seed++) {
    const { ground, cells, onlyInFirst, onlyInOther, family } = against(record('again', { seed }));
    assert.deepEqual([ground, onlyInFirst, onlyInOther], ['one day', [], []]);
    assert.equal(family, cells.length);
    for (const { total, bytes } of cells) {
      if (total.interval![0] > 1 || total.interval![1] < 1) wrong++;
      assert.deepEqual(bytes!.first, bytes!.other);
    }
  }
  assert.equal(wrong, 0);
});

test('what takes twice as long is slower in every cell, and in the item that it is in', () => {
  const { cells } = against(record('slow', { seed: 7, slower: 2 }));
  for (const { total, items } of cells) {
    assert.equal(total.verdict, 'slower');
    assert.ok(total.interval![0] < 2 && 2 < total.interval![1], `${total.interval}`);
    assert.ok(total.otherMs! / total.firstMs! > 1.7);
    const decode = items.find(({ phase }) => phase === 'decode')!;
    assert.ok(decode.interval![0] > 1.2, `${decode.interval}`);
    const network = items.find(({ phase }) => phase === 'network')!;
    assert.ok(network.interval![0] < 1 && network.interval![1] > 1, `${network.interval}`);
  }
  const other = compareRecords([record('slow', { seed: 7, slower: 2 }), base]).against[0]!;
  assert.ok(other.cells.every(({ total }) => total.verdict === 'faster'));
});

test('five per cent are open, since runs differ by that, but a byte more is told', () => {
  const { cells } = against(record('little', { seed: 7, slower: 1.05, more: 1 }));
  assert.ok(cells.every(({ total }) => total.verdict === 'open'));
  assert.ok(cells.every(({ bytes }) => bytes!.other - bytes!.first === 1));
});

test('on another day there is a ratio and no verdict, on another machine bytes alone', () => {
  const later = record('later', {
    slower: 3,
    change: (run) => ({ ...run, startedAt: '2026-01-03T00:00:00.000Z' }),
  });
  const day = against(later);
  assert.equal(day.ground, 'other day');
  for (const { total } of day.cells) {
    assert.deepEqual([total.verdict, total.withheld], [null, 'day']);
    assert.ok(total.ratio! > 2 && total.interval![0] > 1);
  }
  const elsewhere = record('there', {
    slower: 3,
    change: (run) => ({ ...run, host: { ...run.host, cpu: 'other' } }),
  });
  const machine = against(elsewhere);
  assert.equal(machine.ground, 'other machine');
  assert.deepEqual(machine.differs, [
    { what: 'machine', first: 'synthetic, 2 cores', other: 'other, 2 cores' },
  ]);
  for (const { total, items, bytes } of machine.cells) {
    assert.deepEqual(
      [total.ratio, total.interval, total.verdict, total.withheld],
      [null, null, null, 'machine'],
    );
    assert.ok(items.every(({ ratio, interval }) => ratio === null && interval === null));
    assert.ok(total.firstMs! > 0 && total.otherMs! > 0 && bytes !== null);
  }
});

test('records of two phones, or of two nodes of a Grid, are of two machines, though one lab drove both', () => {
  const on = (device: string) =>
    record(device, {
      change: (run) => ({
        ...run,
        sessions: run.sessions.map((facts) => ({ ...facts, agent: { ...facts.agent!, device } })),
      }),
    });
  const [one, two] = [on('one'), on('two')];
  const apart = compareRecords([one, two]).against[0]!;
  assert.equal(apart.ground, 'other machine');
  assert.deepEqual(apart.differs, [{ what: 'nodes', first: 'device one', other: 'device two' }]);
  assert.ok(apart.cells.every(({ total }) => total.ratio === null && total.withheld === 'machine'));
  assert.equal(compareRecords([one, on('one')]).against[0]!.ground, 'one day');
});

const overLink =
  (engine: LinkEngine) =>
  (run: RunFile): RunFile => {
    const others = { why: '', calibration: null, checks: [] };
    const networks = run.study.networks.map((profile) => ({ profile, engine, ...others }));
    return { ...run, link: { version: '0.1.0', rootless: true, networks, tcp: null, setUpMs: 0 } };
  };

test('what a model says of a network is not held against packets, and bytes are', () => {
  const [packets, model, again] = (['tun', 'modelled', 'modelled'] as const).map((engine, seed) =>
    record(`${engine} ${seed}`, { seed, slower: 1 + 2 * seed, more: seed, change: overLink(engine) }),
  );
  const { cells, family, itemFamily, differs } = compareRecords([packets!, model!]).against[0]!;
  assert.deepEqual([cells.length, family, itemFamily], [18, 0, 0]);
  assert.deepEqual(differs, [{ what: 'link', first: '0.1.0, tun', other: '0.1.0, modelled' }]);
  for (const { total, items, bytes } of cells) {
    assert.deepEqual(
      [total.ratio, total.interval, total.verdict, total.withheld],
      [null, null, null, 'model'],
    );
    assert.ok(items.every(({ ratio, interval }) => ratio === null && interval === null));
    assert.ok(total.firstMs! > 0 && total.otherMs! > 0 && bytes!.other - bytes!.first === 1);
  }
  const alike = compareRecords([model!, again!]).against[0]!;
  assert.ok(alike.cells.every(({ total }) => total.ratio! > 1 && total.withheld === null));
});

test('fewer than four sessions get no verdict, whichever of the two has them', () => {
  const few = record('few', { seed: 3, sessions: 2, slower: 4 });
  assert.ok(against(few).cells.every(({ total }) => total.withheld === 'sessions' && total.ratio! > 2));
  const turned = compareRecords([few, base]).against[0]!;
  assert.ok(turned.cells.every(({ total }) => total.verdict === null && total.withheld === 'sessions'));
});

test('exchanges that failed are counted, since no figure knows of them', () => {
  const some = record('some', { seed: 3, failureShare: 0.2 });
  assert.ok(against(record('none', { seed: 2 })).cells.every(({ failed }) => failed === null));
  const { cells } = against(some);
  for (const { id, failed } of cells) {
    const { exchanges, failures } = some.summary.cells.find((cell) => cell.id === id)!;
    assert.deepEqual(failed, {
      first: { failed: 0, exchanges: exchanges + failures },
      other: { failed: failures, exchanges: exchanges + failures },
    });
    assert.ok(failures > 0);
  }
});

test('cells that only one has are named, and so is what was not the same', () => {
  const change = (run: RunFile): RunFile => ({
    ...run,
    wirefare: '0.2.0',
    plan: { ...run.plan, cells: run.plan.cells.filter(({ factors }) => factors.format !== 'xml') },
  });
  const { onlyInFirst, onlyInOther, cells, differs } = against(record('less', { change }));
  assert.equal(onlyInFirst.length, 6);
  assert.ok(onlyInFirst.every((id) => id.includes('xml')));
  assert.deepEqual([onlyInOther, cells.length], [[], 12]);
  assert.deepEqual(differs, [{ what: 'Wirefare', first: '0.1.0', other: '0.2.0' }]);
});

test('cells of one name that are not the same are told with what they differ by', () => {
  const change = (run: RunFile): RunFile => ({
    ...run,
    plan: {
      ...run.plan,
      cells: run.plan.cells.map((cell) =>
        cell.id === 'book n=10 xml/domparser none'
          ? { ...cell, factors: { ...cell.factors, encoder: 'another' } }
          : cell,
      ) as RunFile['plan']['cells'],
    },
  });
  const { onlyInFirst, onlyInOther } = against(record('changed', { change }));
  assert.equal(onlyInFirst.length, 1);
  assert.match(onlyInFirst[0]!, /^book n=10 xml.domparser none \(elements\)$/);
  assert.deepEqual(onlyInOther, ['book n=10 xml/domparser none (another)']);
});

test('where every cell differs in one factor throughout, cells are alike but for it', () => {
  const onTarget =
    (target: string) =>
    (run: RunFile): RunFile => ({
      ...run,
      plan: {
        ...run.plan,
        cells: run.plan.cells.map((cell) => ({ ...cell, factors: { ...cell.factors, target } })),
      },
    });
  const [one, two] = ['before', 'after'].map((target) => record(target, { change: onTarget(target) }));
  const { cells, setAside, onlyInFirst } = compareRecords([one!, two!]).against[0]!;
  assert.deepEqual(setAside, [{ factor: 'target', first: 'before', other: 'after' }]);
  assert.deepEqual([cells.length, onlyInFirst.length], [18, 0]);
});

test('data of one name and another content are other cells, and so is a network of other figures', () => {
  const withData =
    (digest: string) =>
    (run: RunFile): RunFile => ({
      ...run,
      study: {
        ...run.study,
        payloads: [{ name: 'book', digest } as RunFile['study']['payloads'][number]],
      },
    });
  const [one, two] = ['aa', 'bb'].map((digest) => record(digest, { change: withData(digest) }));
  assert.equal(compareRecords([one!, two!]).against[0]!.cells.length, 0);
  assert.equal(compareRecords([one!, one!]).against[0]!.cells.length, 18);
  const withNetwork =
    (rttMs: number) =>
    (run: RunFile): RunFile => ({
      ...run,
      study: { ...run.study, networks: run.study.networks.map((network) => ({ ...network, rttMs })) },
    });
  const [near, far] = [1, 2].map((rttMs) => record(`${rttMs}`, { change: withNetwork(rttMs) }));
  assert.equal(compareRecords([near!, far!]).against[0]!.cells.length, 0);
});

test('several records are each held against the first, and their intervals hold together', () => {
  const others = [2, 3].map((seed) => record(`${seed}`, { seed }));
  const { against: all } = compareRecords([base, ...others]);
  assert.deepEqual(
    all.map(({ record: name, family }) => [name, family]),
    [
      ['2', 36],
      ['3', 36],
    ],
  );
});

test('intervals of items hold together by themselves, and leave those of totals as they are', () => {
  const [one, two] = [2, 3].map((seed) => record(`${seed}`, { seed }));
  const pair = compareRecords([base, one!]).against[0]!;
  const intervals = pair.cells.flatMap(({ items }) => items.flatMap(({ interval }) => interval ?? []));
  assert.equal(pair.itemFamily, intervals.length / 2);
  assert.ok(pair.itemFamily > pair.family);
  // By the definition: as many comparisons as there are intervals share the confidence.
  const [cell] = pair.cells;
  const item = cell!.items.find(({ phase }) => phase === 'decode')!;
  const levels = [base, one!].map(({ run, samples, probes }) => {
    const times = metricTimes(run, runTimes(run, countedSamples(run, samples)), probes, null);
    return estimateIn(times(['decode']), cell!.id);
  });
  const alpha = (1 - base.summary.confidence) / pair.itemFamily;
  assert.deepEqual(
    item.interval,
    difference({ ground: pair.ground, alpha }, levels[0]!, levels[1]!).interval,
  );
  const both = compareRecords([base, one!, two!]).against;
  assert.ok(both.every(({ itemFamily }) => itemFamily === 2 * pair.itemFamily));
});

test('what is too short for the clock in one of two records is timed in one way in both', () => {
  const isShort = ({ factors }: { readonly factors: PlannedCell['factors'] }) =>
    factors.n === 10 && factors.format === 'json';
  const one = { name: 'one', ...shortWorkRecord({ seed: 1 }) };
  for (const withoutBatches of [false, true]) {
    const longer = (cell: PlannedCell) => (isShort(cell) ? 1.5 : 1);
    const two = { name: 'two', ...shortWorkRecord({ seed: 2, longer, withoutBatches }) };
    const { cells } = compareRecords([one, two]).against[0]!;
    for (const { id, items } of cells.filter(isShort)) {
      const bills = [one, two].map(({ summary }) => summary.cells.find((cell) => cell.id === id)!.batched);
      assert.deepEqual(bills, [['decode'], []]);
      const { ratio, firstMs, otherMs } = items.find(({ phase }) => phase === 'decode')!;
      assert.ok(Math.abs(ratio! / 1.5 - 1) < 0.15, `${ratio}`);
      assert.ok(Math.abs(otherMs! / firstMs! / 1.5 - 1) < 0.15, `${firstMs} ${otherMs}`);
    }
  }
});

test('a URL is the same one whatever it answers, and another answer is told', () => {
  const withUrl =
    (digest: string, source: string) =>
    (run: RunFile): RunFile => ({
      ...run,
      study: {
        ...run.study,
        payloads: [
          { name: 'book', digest, source, url: { target: 'node' } } as RunFile['study']['payloads'][number],
        ],
      },
    });
  const [one, two, other] = [
    ['aaaaaaaaaa', 'http://here/a'],
    ['bbbbbbbbbb', 'http://here/a'],
    ['aaaaaaaaaa', 'http://here/b'],
  ].map(([digest, source]) => record(digest!, { change: withUrl(digest!, source!) }));
  const { cells, differs } = compareRecords([one!, two!]).against[0]!;
  assert.equal(cells.length, 18);
  assert.deepEqual(differs, [
    { what: 'answers as they were read', first: 'http://here/a aaaaaaaa', other: 'http://here/a bbbbbbbb' },
  ]);
  assert.equal(compareRecords([one!, other!]).against[0]!.cells.length, 0);
});
