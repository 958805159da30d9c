import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { type MadeWorld, makeCells } from '../../../test/support/model/made-cells.ts';
import { networkAt } from '../../network/profile.ts';
import { profileNamed } from '../../network/profiles.ts';
import { makeModel, type Prediction, predictWanted } from '../model.ts';
import { totalOver, wireTimes } from '../over-wire.ts';
import { decisionMap, MAP_MBITS, MAP_RTTS_MS } from './map.ts';
import { rankWays } from './rank-ways.ts';
import { intervalOver, type WayTimes, wayTimes } from './way-times.ts';

const WORLD: MadeWorld = {
  ns: [10, 100, 1_000],
  formats: ['json', 'xml', 'protobuf'],
  compressions: ['none', 'gzip-6'],
  networks: ['none', 'cable'],
  sessions: 5,
  levelSd: 0.03,
  noiseSd: 0.01,
  seed: 3,
};
const CABLE = profileNamed('cable')!;
const MODEL = makeModel(makeCells(WORLD), [profileNamed('none')!, CABLE], { seed: 1, confidence: 0.95 })!;
const WAYS = WORLD.formats.flatMap((format) =>
  WORLD.compressions.map((compression) => requestCell({ format, codec: `${format}/codec`, compression })),
);

test('a field has the ways that a ranking over its network has among the best', () => {
  for (const n of [10, 300, 1_000]) {
    const { fields } = decisionMap(MODEL, WAYS, { n, profiles: [] });
    for (const [row, column] of [
      [0, 0],
      [5, 20],
      [9, 25],
      [16, 32],
    ] as const) {
      const network = networkAt(MAP_MBITS[column]!, MAP_RTTS_MS[row]!);
      const ranked = rankWays(
        MODEL,
        WAYS.map((way) => ({ ...way, n })),
        network,
      );
      const best = ranked.filter(({ isAmongBest }) => isAmongBest).map(({ factors }) => factors);
      assert.deepEqual(
        fields![row]![column]!.map((place) => ({ ...WAYS[place]!, n, network: network.name })),
        best,
        `${network.name} ${n}`,
      );
    }
  }
});

test('without noise the map has compression on slow wires, none on fast ones, and both ends decided', () => {
  const model = makeModel(makeCells({ ...WORLD, levelSd: 0, noiseSd: 0 }), [CABLE], {
    seed: 1,
    confidence: 0.95,
  })!;
  const { fields } = decisionMap(model, WAYS, { n: 1_000, profiles: [] });
  const said = (place: number) => `${WAYS[place]!.format} ${WAYS[place]!.compression.coding}`;
  assert.deepEqual(
    [fields![4]![0]!, fields![4]!.at(-1)!].map((field) => field.map(said)),
    [['protobuf gzip'], ['protobuf none']],
  );
});

test('totals and intervals over a network are those of a prediction', () => {
  const [first] = WAYS;
  for (const network of [CABLE, networkAt(0.3, 200), networkAt(300, 1), profileNamed('3g')!]) {
    const factors = { ...first!, n: 300 };
    const way = wayTimes(MODEL, factors) as WayTimes;
    const wire = wireTimes(network, factors, way.bytes.encoded);
    const { totalMs } = predictWanted(MODEL, {
      factors: { ...factors, network: network.name },
      network,
      reuse: 1,
    }) as Prediction;
    const interval = intervalOver(MODEL, way, wire, { isNewNetwork: network !== CABLE });
    const near = (a: number, b: number) =>
      assert.ok(Math.abs(a / b - 1) < 1e-9, `${network.name}: ${a}, ${b}`);
    near(totalOver(way.work, wire), totalMs.value);
    near(interval[0], totalMs.interval[0]);
    near(interval[1], totalMs.interval[1]);
  }
});

test('far from what was measured a map says why it has no fields', () => {
  const { fields, refused, places } = decisionMap(MODEL, WAYS, { n: 100_000, profiles: [CABLE] });
  assert.equal(fields, null);
  assert.deepEqual(places, []);
  assert.equal(refused.length, WAYS.length);
  assert.match(refused[0]!.reason, /10 to 1000 objects/);
});

test('profiles stand at their places, measured or not', () => {
  const { places } = decisionMap(MODEL, WAYS, { n: 1_000, profiles: [CABLE, profileNamed('3g')!] });
  assert.deepEqual(
    places.map(({ network, isMeasured }) => [network.name, isMeasured]),
    [
      ['cable', true],
      ['3g', false],
    ],
  );
  for (const { totalMs } of places) {
    assert.ok(totalMs.interval[0] < totalMs.value && totalMs.value < totalMs.interval[1]);
  }
});
