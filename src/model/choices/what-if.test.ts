import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { type MadeWorld, makeCells } from '../../../test/support/model/made-cells.ts';
import { networkAt } from '../../network/profile.ts';
import { profileNamed } from '../../network/profiles.ts';
import { makeModel, type Prediction, predictWanted } from '../model.ts';
import { whatIfTime } from './what-if.ts';
import { whatIfRows } from './what-if-rows.ts';

const WORLD: MadeWorld = {
  ns: [10, 100, 1_000],
  formats: ['json', 'protobuf'],
  compressions: ['none', 'gzip-6'],
  networks: ['none'],
  sessions: 5,
  levelSd: 0.05,
  noiseSd: 0.02,
  seed: 5,
};
const MODEL = makeModel(makeCells(WORLD), [profileNamed('none')!], { seed: 1, confidence: 0.95 })!;
const WAYS = WORLD.formats.flatMap((format) =>
  WORLD.compressions.map((compression) => requestCell({ format, codec: `${format}/codec`, compression })),
);

test('numbers of objects are those measured, and as far around them as predictions reach', () => {
  const { ns } = whatIfRows(MODEL, WAYS, WORLD.ns);
  assert.equal(ns[0], 5);
  assert.equal(ns.at(-1), 2_000);
  for (const n of WORLD.ns) assert.ok(ns.includes(n));
  assert.ok(ns.length > 30 && ns.length < 60);
});

test('the page’s times are those of the model, and its intervals nearly', () => {
  for (const own of [
    { connection: 'warm' },
    { connection: 'cold' },
    { connection: 'cold', protocol: 'h2', target: 'go' },
  ] as const) {
    const { connection } = own;
    const ways = WAYS.map((way) => ({ ...way, ...own }));
    // The made cells are warm, which the model takes for cold ones too once they have their name.
    const cells = MODEL.cells.map((cell) => ({ ...cell, factors: { ...cell.factors, ...own } }));
    const model = makeModel(cells, [profileNamed('none')!], { seed: 1, confidence: 0.95 })!;
    const whatIf = whatIfRows(model, ways, WORLD.ns);
    for (const [place, way] of ways.entries()) {
      for (const [i, n] of whatIf.ns.entries()) {
        for (const network of [
          networkAt(0.1, 800),
          networkAt(5, 30),
          networkAt(80, 3),
          networkAt(1_000, 0.1),
        ]) {
          const { totalMs, items } = predictWanted(model, {
            factors: { ...way, n, network: network.name },
            network,
            reuse: 1,
          }) as Prediction;
          const found = whatIfTime(whatIf.rows[place]![i]!, whatIf, network);
          const about = `${connection} ${way.format} ${n} ${network.name}`;
          assert.ok(Math.abs(found.totalMs / totalMs.value - 1) < 1e-4, about);
          assert.ok(Math.abs(found.networkMs - items.network) < 1e-9, about);
          for (const end of [0, 1] as const) {
            assert.ok(Math.abs(found.interval[end] / totalMs.interval[end] - 1) < 0.01, about);
          }
        }
      }
    }
  }
});
