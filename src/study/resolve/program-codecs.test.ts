// Decoders that only a client has that is a program: studies name them, no page ever runs them.

import assert from 'node:assert/strict';
import test from 'node:test';
import { FACTORS } from '../../factors/catalogue.ts';
import { codecNamed } from '../../formats/catalogue.ts';
import { knownVocabulary } from '../known-vocabulary.ts';
import { defaultCodec, messageCodec, unableCodec } from '../vocabulary.ts';

const vocabulary = knownVocabulary(['node'], {
  'jax-ws': { soap: ['jax-ws'], 'soap-serialized': ['jax-ws'] },
  mine: { json: ['mine.parse', 'JSON.parse'] },
  silent: null,
});
const { formats } = vocabulary;
const soap = formats.find(({ name }) => name === 'soap')!;

const reason = (browser: string, codec: string) =>
  unableCodec({ browser, format: 'soap', codec } as never, { formats });

test('studies can name them', () => {
  const levels = FACTORS.format.known(vocabulary);
  assert.ok(levels.includes('soap/jax-ws') && levels.includes('soap-serialized/jax-ws'));
});

test('the format alone means a page’s own decoder in a page and the program’s in the program', () => {
  const meant = ['chromium', 'node', 'jax-ws'].map((browser) => defaultCodec(soap, browser));
  assert.deepEqual(meant, ['domparser', 'saxes', 'jax-ws']);
  assert.equal(messageCodec(soap, 'chromium'), 'domparser');
});

test('cells of others are left out with the reason', () => {
  assert.equal(reason('chromium', 'jax-ws'), 'jax-ws is a codec of the client jax-ws');
  assert.equal(reason('jax-ws', 'saxes'), 'jax-ws decodes soap by jax-ws');
  assert.equal(reason('jax-ws', 'jax-ws'), null);
  assert.equal(reason('chromium', 'saxes'), null);
  const json = { browser: 'jax-ws', format: 'json', codec: 'JSON.parse' };
  assert.equal(unableCodec(json as never, { formats }), 'client jax-ws does not decode json');
});

test('a program may have a decoder of pages too, and one that names none is expected to have those of pages', () => {
  const json = (browser: string, codec: string) =>
    unableCodec({ browser, format: 'json', codec } as never, { formats });
  assert.equal(json('mine', 'JSON.parse'), null);
  assert.equal(json('chromium', 'JSON.parse'), null);
  assert.equal(json('mine', 'response.json'), 'mine decodes json by JSON.parse, mine.parse');
  assert.equal(json('chromium', 'mine.parse'), 'mine.parse is a codec of the client mine');
  assert.equal(json('silent', 'JSON.parse'), null);
  const words = formats.find(({ name }) => name === 'json')!;
  assert.deepEqual(
    ['mine', 'silent'].map((browser) => defaultCodec(words, browser)),
    ['mine.parse', 'response.json'],
  );
});

test('to ask for a decoder of a program here is a bug', () => {
  assert.throws(() => codecNamed('soap', 'jax-ws'), /no \S+ codec named/);
});
