import assert from 'node:assert/strict';
import test from 'node:test';
import { COMPRESSION_SPELLINGS } from '../../compression/catalogue.ts';
import { spellCompression } from '../../factors/compression.ts';
import { ALL_LEVELS, type Levels, levelsFor } from './levels.ts';

const spelled = ({ tried }: Levels) => tried.map(spellCompression);
const WAYS = 20;

test('all levels are every spelling that names a level, and none', () => {
  const exact = COMPRESSION_SPELLINGS.filter((each) => each === 'none' || each.includes('-'));
  assert.deepEqual(spelled(ALL_LEVELS), exact);
});

test('a small payload is tried at every level', () => {
  const { tried, leftOut } = levelsFor({ bytes: 2_000, bodies: 1, ways: WAYS });
  assert.deepEqual([tried.length, leftOut.length], [ALL_LEVELS.tried.length, 0]);
});

test('1 MB is tried on a ladder without what takes seconds for each format', () => {
  const tried = spelled(levelsFor({ bytes: 1_000_000, bodies: 1, ways: WAYS }));
  for (const each of ['none', 'gzip-6', 'br-5', 'zstd-3', 'gzip-1', 'br-9', 'zstd-9'])
    assert.ok(tried.includes(each), each);
  for (const each of ['br-11', 'zstd-19', 'gzip-4']) assert.ok(!tried.includes(each), each);
});

test('of 1 MB in one format alone the slowest are tried too', () => {
  assert.ok(spelled(levelsFor({ bytes: 1_000_000, bodies: 1, ways: 1 })).includes('br-11'));
});

test('of 100 MB what servers do by default is left', () => {
  const { tried, leftOut } = levelsFor({ bytes: 1e8, bodies: 1, ways: WAYS });
  assert.deepEqual(spelled({ tried, leftOut }), ['none', 'gzip-6', 'br-5', 'zstd-3']);
  assert.equal(tried.length + leftOut.length, ALL_LEVELS.tried.length);
});

test('many small messages cost their number, not only their bytes', () => {
  const one = levelsFor({ bytes: 50_000, bodies: 1, ways: WAYS }).tried.length;
  const many = levelsFor({ bytes: 50_000, bodies: 2_000, ways: WAYS }).tried.length;
  assert.ok(many < one);
});
