import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FACTOR_NAMES,
  FACTORS,
  factorNamed,
  factorsThatFollow,
  isFactorName,
  NAMING_ORDER,
  SAME_WORK,
} from './catalogue.ts';
import { CELL_KINDS } from './factor.ts';

test('a factor stands in the catalogue under its own name', () => {
  for (const [name, factor] of Object.entries(FACTORS)) assert.equal(factor.name, name);
});

test('every factor says what records hold of the kinds of cells that do not have it', () => {
  for (const name of FACTOR_NAMES) {
    const { kinds, otherKinds = {} } = factorNamed(name);
    const said = [...kinds, ...Object.keys(otherKinds)];
    assert.deepEqual(said.toSorted(), CELL_KINDS.toSorted(), name);
  }
});

test('a level that is left out where nobody names one is a level', () => {
  for (const name of FACTOR_NAMES) {
    const { kinds, byDefault = {}, parse } = factorNamed(name);
    for (const kind of kinds)
      if (byDefault[kind] !== undefined) assert.notEqual(parse(byDefault[kind]), null, name);
  }
});

test('every factor has one place in the order of names', () => {
  assert.deepEqual(NAMING_ORDER.toSorted(), FACTOR_NAMES.toSorted());
});

test('what follows a factor is a factor, and way of the same', () => {
  for (const name of FACTOR_NAMES) assert.ok(factorsThatFollow(name).every(isFactorName), name);
  assert.deepEqual(factorsThatFollow('format'), ['format', 'codec', 'encoder']);
  assert.deepEqual(factorsThatFollow('transport'), ['transport', 'protocol', 'compression']);
});

test('cells do the same work where they differ in their way alone', () => {
  const ways = FACTOR_NAMES.filter((name) => !SAME_WORK.includes(name));
  for (const way of ['format', 'codec', 'encoder', 'compression', 'transport'] as const)
    assert.ok(ways.includes(way), way);
  for (const same of ['n', 'network', 'procedure', 'mode'] as const)
    assert.ok(SAME_WORK.includes(same), same);
});
