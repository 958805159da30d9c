import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { knownVocabulary } from '../known-vocabulary.ts';
import { editorSchema } from './editor-schema.ts';
import { EXAMPLE_STUDY, MISTAKEN_STUDY } from './example-study.ts';
import { studyJsonSchema } from './json-schema.ts';

const whole = studyJsonSchema(knownVocabulary(['node'], {}));
const { $defs, ...rest } = editorSchema(whole);

function expanded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expanded);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) {
    assert.deepEqual(Object.keys(value), ['$ref']);
    return expanded($defs[String(value.$ref).replace('#/$defs/', '')]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expanded(each)]));
}

test('with every reference followed it is the schema that the lab itself goes by', () => {
  assert.deepEqual(expanded(rest), JSON.parse(JSON.stringify(whole)));
});

test('no long list of levels stands in it twice', () => {
  const lists = [...JSON.stringify({ ...rest, $defs }).matchAll(/"enum":\[[^\]]{400,}\]/g)];
  assert.ok(lists.length > 0);
  assert.equal(new Set(lists.map(([list]) => list)).size, lists.length);
});

test('a validator that follows references takes the example and refuses the one with mistakes', () => {
  const valid = new Ajv2020({ strict: false }).compile({ ...rest, $defs });
  assert.ok(valid(parse(EXAMPLE_STUDY)), JSON.stringify(valid.errors));
  assert.ok(!valid(parse(MISTAKEN_STUDY)));
});
