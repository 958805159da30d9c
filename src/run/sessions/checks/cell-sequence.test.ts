import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Words } from '../../../../test/support/cells/made-cells.ts';
import { requestCell, sequenceCell } from '../../../../test/support/cells/made-cells.ts';
import type { Cell } from '../../../factors/cell.ts';
import { cellSequence } from './cell-sequence.ts';
import { cellSpec } from './cell-spec.ts';
import { lackingForMessages } from './lacking-for-messages.ts';

const PACED_WORDS = {
  n: 500,
  compression: 'permessage-deflate',
  protocol: 'https1',
  mode: 'paced-50',
  size: 'random-100-1000',
};
const PACED = sequenceCell(PACED_WORDS);
const SURROUNDINGS = { seed: 7, certificate: { sha256Base64: 'AP8Q' } };
const BOOKS_WORDS = {
  ...PACED_WORDS,
  dataset: 'book',
  format: 'json',
  codec: 'JSON.parse',
  encoder: 'JSON.stringify',
  size: 'data',
};
const BOOKS = sequenceCell(BOOKS_WORDS);

test('a cell of messages tells the agent what to ask for', () => {
  assert.deepEqual(cellSequence(PACED, SURROUNDINGS), {
    transport: 'websocket',
    spec: {
      direction: 'server-to-client',
      mode: 'paced',
      ratePerSecond: 50,
      messages: 500,
      compression: 'permessage-deflate',
      content: { kind: 'random', body: 'text', size: { policy: 'random', least: 100, most: 1000 }, seed: 7 },
    },
    certificateSha256Base64: 'AP8Q',
  });
});

test('a cell of data names the encoder of whoever sends and the codec of whoever receives', () => {
  const { spec } = cellSequence(BOOKS, { seed: 7, certificate: null })!;
  const codecs = { encoder: 'JSON.stringify', codec: 'JSON.parse' };
  assert.deepEqual(spec.content, { kind: 'data', dataset: 'book', format: 'json', ...codecs });
});

test('a cell of requests has no sequence', () => {
  assert.equal(cellSequence(requestCell(), SURROUNDINGS), null);
});

test('permessage-deflate is no compression with a level, and a sequence repeats after a thousand objects', () => {
  const specOf = (factors: Cell) =>
    cellSpec(
      { id: 'a', part: 'p', factors, twinOf: null, skip: null },
      { targetUrl: 'http://x', secret: null },
      [],
      SURROUNDINGS,
    );
  const { compression, level, messages } = specOf({ ...BOOKS, n: 5_000 });
  assert.deepEqual(
    { compression, level, messages },
    { compression: 'permessage-deflate', level: null, messages: 1_000 },
  );
  assert.equal(specOf(PACED).messages, 1);
});

const FEATURES = {
  datasets: ['book'],
  maxN: 1000,
  formats: { json: ['JSON.stringify'] },
  compressions: { none: [] },
  computations: ['none'],
  messages: {
    endpoints: { websocket: ['http1', 'https1'], post: ['http1'] },
    permessageDeflate: true,
    largestBytes: 1e8,
    contents: ['random', 'data'],
  },
} as const;
const ABLE = {
  codecs: ['json/JSON.parse'],
  protocols: ['http1', 'https1'],
  transports: ['websocket', 'xhr', 'sse'],
  engine: 'chromium',
} as const;

function lacking(words: Words, features: object = {}, able: object = {}): string | null {
  const about = {
    contract: 1,
    name: 'x',
    version: '1',
    versions: {},
    features: { ...FEATURES, ...features },
  } as const;
  return lackingForMessages(
    sequenceCell({ ...BOOKS_WORDS, ...words }),
    { name: 'x', about },
    { ...ABLE, ...able },
  );
}

test('what the agent or the target does not have is told by name', () => {
  assert.equal(lacking({}), null);
  assert.equal(lacking({ transport: 'webtransport' }), 'chromium does not have webtransport');
  assert.equal(lacking({ protocol: 'h3' }), 'chromium does not speak h3');
  assert.equal(lacking({ transport: 'sse' }), 'target x does not have sse over https1');
  assert.equal(
    lacking(
      { transport: 'webtransport', protocol: 'h3' },
      {},
      { transports: ['webtransport'], protocols: ['h3'] },
    ),
    'target x does not have webtransport over h3; target go does',
  );
  assert.equal(lacking({ transport: 'xhr' }), 'target x does not have post over https1');
  assert.equal(lacking({ dataset: 'video' }), 'target x does not serve video');
  assert.equal(lacking({ codec: 'other' }), 'chromium cannot run the codec json/other');
  assert.equal(lacking({ codec: 'other', direction: 'client-to-server' }), null);
  assert.equal(lacking({}, { messages: undefined }), 'target x carries no messages');
  const { messages } = FEATURES;
  assert.match(
    lacking({}, { messages: { ...messages, permessageDeflate: false } })!,
    /does not have permessage-deflate/,
  );
  assert.match(
    lacking({}, { messages: { ...messages, contents: ['random'] } })!,
    /sends no data as messages/,
  );
});
