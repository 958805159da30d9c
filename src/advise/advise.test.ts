import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedCell } from '../factors/recorded-cell.ts';
import { profileNamed } from '../network/profiles.ts';
import { makePlan } from '../plan/make-plan.ts';
import { rotationsIn } from '../plan/sessions/rotations.ts';
import type { Way } from '../record/advice-facts.ts';
import { adviceStudy } from './advice-study.ts';
import { type Ask, chooseContenders } from './advise.ts';

const way = (format: string, compression: string, bytes: number): Way => ({
  format,
  encoder: `${format}-encoder`,
  codec: `${format}-codec`,
  compression,
  bytes,
  encodeMs: 2,
  compressMs: compression === 'none' ? 0 : 10,
  decompressMs: 1,
  decodeMs: 3,
  decodedIn: 'chromium',
  losesKeyOrder: false,
});

const WAYS = [
  way('json', 'none', 800_000),
  way('json', 'br-5', 60_000),
  way('avro', 'none', 370_000),
  way('avro', 'br-5', 55_000),
  way('avro', 'zstd-3', 57_000),
  way('msgpack', 'zstd-3', 61_000),
];

const isToday = ({ format, compression }: { readonly format: string; readonly compression: string }) =>
  format === 'json' && compression === 'none';

const NETWORKS = ['lan', '4g', '3g'].map((name) => profileNamed(name)!);

const ask = (changes: Partial<Ask> = {}): Ask => ({
  ways: WAYS,
  today: 0,
  networks: NETWORKS,
  noLink: null,
  leftMs: 600_000,
  isPlain: ({ format }) => format === 'json',
  isOffered: () => true,
  ...changes,
});

const named = (ways: readonly Way[] = []) =>
  ways.map(({ format, compression }) => `${format} ${compression}`);

test('on a fast network what compresses nothing runs, on slow ones what is small', () => {
  const { contenders } = chooseContenders(ask());
  assert.ok(named(contenders.get('lan')).includes('avro none'), named(contenders.get('lan')).join());
  assert.deepEqual(named(contenders.get('3g')).slice(0, 3), ['json none', 'avro br-5', 'json br-5']);
});

test('a compression that the client does not ask for is no contender', () => {
  const { contenders, networks } = chooseContenders(
    ask({ isOffered: ({ compression }) => !compression.startsWith('zstd') }),
  );
  for (const ways of contenders.values()) assert.ok(!named(ways).some((name) => name.includes('zstd')));
  assert.ok(
    networks.every(({ predictions }) =>
      predictions.every(({ way: i }) => !WAYS[i]!.compression.startsWith('zstd')),
    ),
  );
});

test('without a link emulated networks are predicted, with the reason', () => {
  const networks = [profileNamed('none')!, ...NETWORKS];
  const { contenders, networks: advised } = chooseContenders(ask({ networks, noLink: 'no namespaces' }));
  assert.ok(contenders.get('none')!.length > 2);
  assert.equal(contenders.get('4g')!.length, 0);
  assert.equal(advised.find(({ network }) => network === '4g')!.predictedOnly, 'no namespaces');
});

test('a network too slow for the time is predicted, and says so', () => {
  const { networks } = chooseContenders(ask({ leftMs: 30_000 }));
  assert.match(
    networks.find(({ network }) => network === '3g')!.predictedOnly!,
    /^the time given \(--budget\) was too short/,
  );
});

/** 100 kB of JSON, as screening finds orders; what is compressed takes 181 to 184 ms on 4g. */
const ORDERS = [
  way('json', 'none', 100_000),
  way('json', 'br-5', 9_000),
  way('json', 'gzip-6', 10_000),
  way('json-columns', 'zstd-9', 8_000),
  way('protobuf', 'br-5', 8_500),
  way('msgpack', 'br-5', 8_700),
  way('protobuf', 'none', 29_000),
].map((each) => ({ ...each, encodeMs: 0.3, compressMs: each.compressMs / 10, decodeMs: 1 }));

const ON_4G = {
  ways: ORDERS,
  networks: [profileNamed('4g')!],
  isPlain: ({ format }: Way) => format !== 'msgpack' && format !== 'protobuf',
};

test('of a minute, 100 kB on 4g get four sessions with all contenders but those that are merely quick too', () => {
  const payload = {
    name: 'orders',
    source: 'orders.json',
    digest: 'd',
    shape: 'list' as const,
    count: 200,
    jsonBytes: 100_000,
    schema: { name: 'Orders', root: { kind: 'never' as const } },
    notes: [],
  };
  // Sizes and decoders have taken 11 s of it, and 8 s are needed around the sessions.
  const plannedIn = (budgetMs: number) => {
    const chosen = chooseContenders(ask({ ...ON_4G, leftMs: budgetMs - 8_000 }));
    const study = adviceStudy({
      ...chosen,
      payload,
      n: 200,
      browser: 'chromium',
      protocol: 'https1',
      networks: ON_4G.networks,
      today: ORDERS[0]!,
      budgetMs,
      seed: 3,
    });
    const plan = makePlan(study, { noLink: null });
    assert.ok(plan.cells.every(({ skip }) => skip === null));
    return { ways: named(chosen.contenders.get('4g')), sessions: rotationsIn(plan.sessions), plan };
  };
  const { ways, sessions, plan } = plannedIn(49_000);
  for (const needed of ['json none', 'json br-5', 'json gzip-6', 'json-columns zstd-9'])
    assert.ok(ways.includes(needed), `${needed} in ${ways.join()}`);
  assert.ok(ways.length >= 5 && sessions >= 4, `${ways.join()}, ${sessions} sessions`);
  const [{ settlingPerVisit, countedPerVisit, warmupBlocks, leastBlocks }] = plan.sessions[0]!.panels as [
    (typeof plan.sessions)[0]['panels'][0],
  ];
  assert.deepEqual([settlingPerVisit, countedPerVisit, warmupBlocks, leastBlocks], [0, 1, 1, 2]);
  // Every budget from there on has four sessions at the least, and more ways the longer it is.
  let before = ways.length;
  for (const budgetMs of [60_000, 90_000, 150_000, 300_000]) {
    const longer = plannedIn(budgetMs);
    assert.ok(longer.sessions >= 4 && longer.ways.length >= before, `${budgetMs}: ${longer.ways.join()}`);
    before = longer.ways.length;
  }
  assert.equal(before, 7);
});

test('json + gzip and json + br are measured as long as anything is, today’s being one of them or not', () => {
  for (const today of [0, 2]) {
    let networks = 0;
    for (let leftMs = 2_000; leftMs < 60_000; leftMs += 500) {
      const { contenders } = chooseContenders(ask({ ...ON_4G, today, leftMs }));
      const ways = named(contenders.get('4g'));
      if (ways.length === 0) continue;
      networks += 1;
      assert.ok(ways.includes('json br-5') && ways.includes('json gzip-6'), `${leftMs}: ${ways.join()}`);
    }
    assert.ok(networks > 80, `${networks}`);
  }
});

test('contenders become a study of cells that differ in the way alone, each held against today', () => {
  const chosen = chooseContenders(ask());
  const payload = {
    name: 'orders',
    source: 'orders.json',
    digest: 'd',
    shape: 'list' as const,
    count: 100,
    jsonBytes: 800_000,
    schema: { name: 'Orders', root: { kind: 'never' as const } },
    notes: [],
  };
  const study = adviceStudy({
    ...chosen,
    payload,
    n: 100,
    browser: 'chromium',
    protocol: 'https1',
    networks: NETWORKS,
    today: WAYS[0]!,
    budgetMs: 90_000,
    seed: 3,
  });
  const [part] = study.parts;
  assert.equal(
    part!.cells.length,
    chosen.contenders.values().reduce((sum, ways) => sum + ways.length, 0),
  );
  assert.ok(
    part!.cells.every(
      ({ dataset, n, protocol }) => dataset === 'orders' && n === 100 && protocol === 'https1',
    ),
  );
  // The first of each network has the twin.
  for (const name of chosen.contenders.keys())
    assert.notEqual(
      part!.cells.filter(({ network }) => network === name).findIndex((cell) => isToday(recordedCell(cell))),
      0,
      `today’s would be measured twice on ${name}`,
    );
  assert.deepEqual(study.comparisons, [
    {
      against: {
        format: ['json'],
        codec: ['json-codec'],
        encoder: ['json-encoder'],
        compression: ['none'],
      },
    },
  ]);
  assert.deepEqual([study.protocol.sessions, study.protocol.budgetMs], [null, 90_000]);
  assert.ok(study.protocol.timeoutMs >= 6 * chosen.slowestMs);
});
