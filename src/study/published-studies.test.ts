// The studies that come with the program, against the real catalogues.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { EXAMPLE_STUDY } from './example-study.ts';
import { cellFits } from './filter.ts';
import { fsReader } from './fs-reader.ts';
import { cellsOf } from './keep-cells.ts';
import { knownVocabulary } from './known-vocabulary.ts';
import { loadStudy, parseStudy } from './load-study.ts';
import type { Study } from './study.ts';

const FOLDER = join(import.meta.dirname, '../../studies');
const VOCABULARY = knownVocabulary(['node']);

function load(name: string): Promise<Study> {
  return loadStudy(join(FOLDER, `${name}.yaml`), fsReader, VOCABULARY);
}

describe('the studies that come with the program', () => {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'))) {
    it(`include ${file}, named after its file`, async () => {
      const study = await load(file.replace('.yaml', ''));
      assert.equal(`${study.name}.yaml`, file);
    });
  }

  it('have a quick one of 18 cells that leaves time for browser starts within a minute', async () => {
    const { parts, protocol, comparisons } = await load('quick');
    assert.equal(cellsOf({ parts }).length, 18);
    assert.ok(protocol.budgetMs <= 45_000);
    assert.deepEqual(comparisons, [
      { factor: 'format', baseline: 'json' },
      { factor: 'compression', baseline: 'none' },
    ]);
  });
});

describe('opijac-2017', () => {
  it('has every cell of the published table of formats, once in each browser and on loopback too', async () => {
    const { parts } = await load('opijac-2017');
    const cells = parts.find(({ name }) => name === 'formats')!.cells;
    // 3 formats × 2 datasets × gzip on and off: 5 n unthrottled and on loopback, 4 n at 10 Mbit/s; 2 browsers.
    assert.equal(cells.length, 3 * 2 * 2 * (5 + 5 + 4) * 2);
    assert.equal(cells.filter((cell) => cellFits(cell, { n: [100_000], network: ['10mbit'] })).length, 0);
  });

  it('has all claims from O1 to O13', async () => {
    const { claims } = await load('opijac-2017');
    const ids = new Set(claims.map(({ id }) => id.replace(/[a-z]$/, '')));
    assert.deepEqual(
      [...ids],
      Array.from({ length: 13 }, (_, index) => `O${index + 1}`),
    );
  });

  it('holds every unthrottled claim against loopback where there is no link, and no other claim', async () => {
    const { claims } = await load('opijac-2017');
    for (const { id, where, standIn } of claims) {
      const expected = where.network?.includes('lan') ? { network: ['none'] } : null;
      assert.deepEqual(standIn, expected, id);
    }
  });

  it('compares nothing that never meets: each claim names times of the published direction', async () => {
    const { claims } = await load('opijac-2017');
    const o4b = claims.find(({ id }) => id === 'O4b')!;
    assert.deepEqual(o4b.numerator.format, ['protobuf']);
    assert.deepEqual(o4b.denominator.format, ['json']);
    assert.deepEqual(o4b.published, [3.2, 3.2]);
    assert.deepEqual(o4b.where, { dataset: ['book'], network: ['lan'], compression: ['none'], n: [10_000] });
  });
});

describe('the example of the reference page', () => {
  it('is a study that uses every top key but parts, source and standIns', () => {
    const study = parseStudy(EXAMPLE_STUDY, 'example', VOCABULARY);
    assert.equal(cellsOf(study).length, 2 * 2 * 2 * 2 * 2 - 2 * 2 * 2);
    assert.equal(study.claims.length, 1);
    assert.equal(study.protocol.seed, 2017);
  });
});
