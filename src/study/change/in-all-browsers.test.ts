import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadShipped } from '../../../test/support/studies/shipped-studies.ts';
import { allCells } from '../cells/keep-cells.ts';
import { inAllBrowsers } from './in-all-browsers.ts';

const ENGINES = ['chromium', 'firefox', 'webkit'];
const browsersOf = async (name: string) => {
  const study = inAllBrowsers(await loadShipped(name));
  return new Set(allCells(study).map(({ browser }) => browser));
};

test('every published study that has browsers has all three, and others keep their clients', async () => {
  for (const name of ['opijac-2017', 'slodziak-2016', 'hameseder-2011'])
    assert.deepEqual([...(await browsersOf(name))].toSorted(), ENGINES, name);
  assert.deepEqual(await browsersOf('jorgensen-2016'), new Set(['qt5', 'qt6']));
  assert.deepEqual([...(await browsersOf('dauda-2018'))].toSorted(), [...ENGINES, 'jax-ws'].toSorted());
});

test('each browser has the cells of the others, and the first named stays the first', async () => {
  const study = await loadShipped('opijac-2017');
  const wide = inAllBrowsers(study);
  const count = (browser: string) => allCells(wide).filter((cell) => cell.browser === browser).length;
  assert.equal(count('webkit'), count('firefox'));
  assert.equal(allCells(wide).length, 1.5 * allCells(study).length);
  assert.equal(allCells(wide)[0]!.browser, 'firefox');
  assert.deepEqual(inAllBrowsers(wide), wide);
});

test('a claim of one browser is asked of each, one of another client stays what it is', async () => {
  const opijac = inAllBrowsers(await loadShipped('opijac-2017'));
  assert.ok(opijac.claims.length > 13);
  for (const { id, where } of opijac.claims) assert.deepEqual(where.browser, ENGINES, id);
  const dauda = await loadShipped('dauda-2018');
  assert.deepEqual(inAllBrowsers(dauda).claims, dauda.claims);
});
