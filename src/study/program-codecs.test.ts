// Decoders that only a client has that is a program: studies name them, no page ever runs them.

import assert from 'node:assert/strict';
import test from 'node:test';
import { codecOf, FORMATS } from '../formats/catalogue.ts';
import { knownVocabulary } from './known-vocabulary.ts';
import { defaultCodec, formatLevels, messageCodec, unableCodec } from './vocabulary.ts';

const { formats } = knownVocabulary(['node'], ['jax-ws']);
const soap = formats.find(({ name }) => name === 'soap')!;

const reason = (browser: string, codec: string) =>
  unableCodec({ browser, format: 'soap', codec } as never, { formats });

test('studies can name them', () => {
  const levels = formatLevels(formats);
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

test('none has the name of a decoder that runs here, and to ask for one here is a bug', () => {
  for (const { name, codecs, programCodecs = [] } of FORMATS) {
    const own = codecs.map((codec) => codec.name);
    for (const codec of programCodecs) {
      assert.ok(!own.includes(codec.name), `${name}/${codec.name}`);
      assert.throws(() => codecOf(name, codec.name), /no \S+ codec named/);
    }
  }
});
