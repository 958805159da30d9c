import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAbout } from '../../wire/about-schema.ts';
import type { About } from '../../wire/target-contract.ts';
import { frontAbout, streamedLevels } from './front-about.ts';

const INNER: About = {
  contract: 1,
  name: 'mine',
  version: '2',
  versions: { python: '3.11' },
  features: {
    datasets: ['book'],
    maxN: 10,
    formats: { json: ['orjson'] },
    compressions: { none: [], gzip: [0, 1, 6], br: [5], zstd: [3] },
    computations: ['none'],
    protocols: ['http1'],
    exceptions: { https1: ['session-tickets'] },
    messages: {
      endpoints: { websocket: ['http1'] },
      permessageDeflate: true,
      largestBytes: 1,
      contents: ['random'],
    },
  },
};

const NGINX = { version: '1.22.1', hasBrotli: true, speaksTls: true };

test('nginx compresses at the levels that the target has too, and carries no messages', () => {
  const about = frontAbout('nginx+mine', INNER, NGINX);
  assert.ok('about' in parseAbout(about));
  const { streamed, compressions, messages, formats } = about.features;
  assert.deepEqual(streamed, ['gzip', 'br']);
  assert.deepEqual(compressions, { none: [], gzip: [1, 6], br: [5], zstd: [3] });
  assert.equal(messages, undefined);
  assert.deepEqual(formats, INNER.features.formats);
  assert.deepEqual([about.name, about.version, about.versions.nginx], ['nginx+mine', '2', '1.22.1']);
});

test('without its brotli module br is left to the target, and without a certificate nothing is said of TLS', () => {
  const plain = { ...NGINX, hasBrotli: false, speaksTls: false };
  assert.deepEqual(streamedLevels(INNER, plain), { gzip: [1, 6] });
  const { streamed, compressions, protocols, exceptions } = frontAbout('nginx+mine', INNER, plain).features;
  assert.deepEqual([streamed, compressions.br], [['gzip'], [5]]);
  assert.deepEqual([protocols, exceptions], [['http1'], undefined]);
});

test('over TLS what nginx cannot keep takes the place of what the target cannot', () => {
  assert.deepEqual(frontAbout('nginx+mine', INNER, NGINX).features.exceptions, {
    https1: ['head-with-body'],
    h2: ['head-with-body', 'no-goaway'],
  });
});
