import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { compressorOf } from '../compression/node-zlib.ts';
import { datasetNamed } from '../data/catalogue.ts';
import { loadDataset } from '../data/store/store.ts';
import { formatNamed } from '../formats/catalogue.ts';
import { levelFinding, type Made, ownMade, type SizedLevel, sizeLevel } from './levels.ts';

/**
 * What honest encoders make of texts (dataset, records, format) at levels 1 to 9: length and digest without
 * the head. Made by the libraries that the names tell.
 */
const HONEST = JSON.parse(
  readFileSync(new URL('testdata/honest-gzip.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

function textNamed(name: string): Buffer {
  const [dataset = '', n, format = ''] = name.split(' ');
  const [encoder] = formatNamed(format).encoders;
  const encode = encoder!.bind(datasetNamed(dataset).schema);
  return Buffer.from(encode(loadDataset(dataset, Number(n), null)));
}

/** The lab's own of each text, made once. */
const OWN = new Map(
  Object.keys(Object.values(HONEST)[0]!).map((name) => {
    const text = textNamed(name);
    return [name, LEVELS.map((level) => ownMade('gzip', level, text))] as const;
  }),
);

function made(told: string): Made {
  const [bytes, digest = ''] = told.split(':');
  return { bytes: Number(bytes), digest };
}

function sizesOf(name: string, bodies: readonly string[]): SizedLevel[] {
  return LEVELS.map((level, i) => ({ level, body: made(bodies[i]!), ...OWN.get(name)![i]! }));
}

for (const [encoder, texts] of Object.entries(HONEST)) {
  test(`the levels of ${encoder} are those asked for, whichever of them a target has`, () => {
    for (const [name, bodies] of Object.entries(texts)) {
      const sizes = sizesOf(name, bodies);
      assert.equal(levelFinding('gzip', sizes), null, name);
      for (const [i, weaker] of sizes.entries()) {
        assert.equal(levelFinding('gzip', [weaker]), null, `${name} level ${weaker.level}`);
        for (const stronger of sizes.slice(i + 1)) {
          const levels = `${name} levels ${weaker.level} and ${stronger.level}`;
          assert.equal(levelFinding('gzip', [weaker, stronger]), null, levels);
        }
      }
    }
  });

  test(`${encoder} at level 1 whatever is asked is found by its levels, and by level 6 alone in many texts`, () => {
    let foundAlone = 0;
    for (const [name, bodies] of Object.entries(texts)) {
      const sizes = sizesOf(
        name,
        LEVELS.map(() => bodies[0]!),
      );
      assert.notEqual(levelFinding('gzip', sizes), null, name);
      if (levelFinding('gzip', [sizes[5]!]) !== null) foundAlone++;
    }
    assert.ok(foundAlone >= 6, `${foundAlone} of ${Object.keys(texts).length}`);
  });
}

test('the lab’s own levels of every coding are right, and those of the weakest for all are not', () => {
  for (const [name, levels] of [
    ['br', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['zstd', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['deflate', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ] as const) {
    const text = textNamed('video 100 json');
    const body = (level: number) => Buffer.from(compressorOf({ coding: name, level })(text));
    const own = levels.map((level) => sizeLevel(name, level, body(level)));
    assert.equal(levelFinding(name, own), null, name);
    const weakest = levels.map((level) => sizeLevel(name, level, body(levels[0])));
    assert.match(levelFinding(name, weakest)!, /these are not the levels asked for/);
  }
});

test('one level alone that is the weakest in truth is found by its bytes where its length tells nothing', () => {
  const text = textNamed('file 100 json');
  const finding = levelFinding('gzip', [sizeLevel('gzip', 6, gzipSync(text, { level: 1 }))]);
  assert.equal(finding, 'level 6 gives the bytes of the weakest level: this is not the level asked for');
});
