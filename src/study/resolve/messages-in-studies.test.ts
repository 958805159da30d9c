import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { sayProblem, UserError } from '../../base/errors.ts';
import type { RecordedCell } from '../../factors/recorded-cell.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import { allCells } from '../cells/keep-cells.ts';
import { onlyLevels } from '../change/only-levels.ts';
import { withSettings } from '../change/with-settings.ts';
import type { Study } from '../study.ts';
import { unableReason } from '../vocabulary.ts';
import { parseStudy } from './load-study.ts';

const HEAD = 'study: mine\ntitle: Mine\nquestion: Which?\n';

function parse(rest: string): Study {
  return parseStudy(HEAD + rest, 'f', FAKE_VOCABULARY, 77);
}

function cells(factors: string): RecordedCell[] {
  return allCells(parse(`factors: ${factors}`)).map(recordedCell);
}

/** The messages, without the list of allowed words. */
function problemsOf(rest: string): string[] {
  try {
    parse(rest);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.problems.map((problem) => sayProblem({ ...problem, allowed: [] }));
  }
  return [];
}

describe('a part that names a transport', () => {
  it('sends a thousand random texts of 100 bytes as fast as they go, unless it says otherwise', () => {
    assert.deepEqual(cells('{transport: xhr}'), [
      {
        dataset: 'random',
        n: 1_000,
        format: 'text',
        codec: 'none',
        encoder: 'none',
        compression: 'none',
        procedure: 'e1',
        computation: 'none',
        network: 'none',
        connection: 'warm',
        protocol: 'http1',
        transport: 'xhr',
        direction: 'client-to-server',
        mode: 'throughput',
        size: '100',
        browser: 'chromium',
        target: 'node',
        thread: 'main',
        clients: '0',
        cpu: 1,
      },
    ]);
  });

  it('goes in the directions that its transports have in common', () => {
    const directions = (transport: string) => [
      ...new Set(cells(`{transport: ${transport}}`).map(({ direction }) => direction)),
    ];
    assert.deepEqual(directions('[sse, websocket]'), ['server-to-client']);
    assert.deepEqual(directions('[sse+xhr, websocket]'), ['both-ways']);
    assert.deepEqual(directions('websocket'), ['client-to-server', 'server-to-client', 'both-ways']);
  });

  it('reads sizes with their units and by policy, and modes with their rate', () => {
    const [first] = cells('{transport: sse, size: 1kB}');
    assert.equal(first!.size, '1000');
    const sizes = cells('{transport: sse, size: [100, "2500", random-100-1kB, growing-20]}');
    assert.deepEqual(
      sizes.map(({ size }) => size),
      ['100', '2500', 'random-100-1000', 'growing-20'],
    );
    const modes = cells('{transport: sse, mode: [throughput, ping-pong, paced-50, paced-0.5]}');
    assert.deepEqual(
      modes.map(({ mode }) => mode),
      ['throughput', 'ping-pong', 'paced-50', 'paced-0.5'],
    );
  });

  it('takes WebTransport over HTTP/3 and the others over HTTP/1.1, where it names no protocol', () => {
    const protocols = (factors: string) =>
      cells(factors).map(({ transport, protocol }) => `${transport} ${protocol}`);
    const direction = 'direction: server-to-client';
    assert.deepEqual(protocols(`{transport: [websocket, webtransport], ${direction}}`), [
      'websocket http1',
      'webtransport h3',
    ]);
    assert.deepEqual(
      protocols(`{transport: [sse, websocket, webtransport], protocol: [https1, h2, h3], ${direction}}`),
      ['sse https1', 'sse h2', 'websocket https1', 'webtransport h3'],
    );
  });

  it('deflates messages of WebSocket alone', () => {
    const made = cells('{transport: [sse, websocket], compression: [none, permessage-deflate]}');
    assert.deepEqual(
      made.map(({ transport, compression }) => `${transport} ${compression}`),
      ['sse none', 'websocket none', 'websocket permessage-deflate'],
    );
  });

  it('sends data in any format that the transport carries, decoded by whoever receives', () => {
    const made = cells(
      '{transport: [sse+xhr, websocket], dataset: book, format: [json, protobuf, xml], direction: [client-to-server, both-ways]}',
    );
    assert.deepEqual(
      made.map(({ transport, direction, format, codec, size }) =>
        [transport, direction, format, codec, size].join(' '),
      ),
      [
        'sse+xhr both-ways json JSON.parse data',
        'sse+xhr both-ways xml domparser data',
        'websocket client-to-server json JSON.parse data',
        'websocket both-ways json JSON.parse data',
        'websocket client-to-server protobuf protobufjs data',
        'websocket both-ways protobuf protobufjs data',
        'websocket client-to-server xml saxes data',
        'websocket both-ways xml domparser data',
      ],
    );
  });

  it('sends random and data side by side, each in its own formats and sizes', () => {
    const made = cells(
      '{transport: websocket, direction: server-to-client, dataset: [random, book], format: [binary, json], size: [100, 1000]}',
    );
    assert.deepEqual(
      made.map(({ dataset, format, size }) => `${dataset} ${format} ${size}`),
      ['random binary 100', 'random binary 1000', 'book json data'],
    );
  });

  it('stands beside parts of requests, and factors of all parts reach those that have them', () => {
    const study = parse(`factors: {format: [json], size: [100, 1000], procedure: e1}
parts:
  - {name: a, title: A, factors: {n: 1}}
  - {name: b, title: B, factors: {transport: sse, format: text}}`);
    assert.deepEqual(
      study.parts.map(({ cells }) =>
        cells.map(recordedCell).map(({ transport, size }) => `${transport} ${size}`),
      ),
      [['request data'], ['sse 100', 'sse 1000']],
    );
  });
});

describe('what is asked of messages', () => {
  it('is the transport against the first one named, protocol and compression as they come', () => {
    const study = parse(
      'factors: {transport: [websocket, webtransport, sse], direction: server-to-client, compression: [none, permessage-deflate]}',
    );
    assert.deepEqual(study.comparisons, [
      { factor: 'transport', baseline: 'websocket' },
      { factor: 'compression', baseline: 'none' },
    ]);
  });

  it('may be a published ratio of transports or of sizes', () => {
    const study = parse(`factors: {transport: [xhr, websocket], size: [100, 10kB, 20kB]}
claims:
  - {id: A, says: a, where: {size: 100}, numerator: {transport: xhr}, denominator: {transport: websocket}, published: 25}
  - {id: B, says: b, numerator: {size: 20000}, denominator: {size: 10kB}, published: 2}`);
    assert.deepEqual(study.claims[0]!.where, { size: ['100'] });
    assert.deepEqual(study.claims[1]!.denominator, { size: ['10000'] });
  });

  it('may leave out combinations by size, mode, transport and direction', () => {
    const study =
      parse(`factors: {transport: [sse, websocket], mode: [throughput, paced-50], size: [100, 1000]}
exclude:
  - {size: 1000, mode: paced-50}
  - {transport: sse, mode: throughput, size: 100}
protocol: {twin: {transport: websocket, size: 100, direction: server-to-client, dataset: random, format: text}}`);
    assert.equal(allCells(study).length, 8 - 2 - 1);
    assert.deepEqual(study.protocol.twin!.transport, ['websocket']);
  });

  it('can be cut down by --only', () => {
    const study = parse('factors: {transport: [sse, websocket], size: [100, 1000]}');
    const only = onlyLevels(study, ['size=1kB,transport=sse'], FAKE_VOCABULARY);
    assert.deepEqual(
      allCells(only.study)
        .map(recordedCell)
        .map(({ transport, size }) => `${transport} ${size}`),
      ['sse 1000'],
    );
  });

  it('is planned and skipped where a browser has no such transport', () => {
    const study = parse(
      'factors: {transport: [fetch, xhr, websocket], direction: client-to-server, browser: [chromium, node, webkit]}',
    );
    const why = allCells(study).flatMap((cell) => unableReason(cell, FAKE_VOCABULARY) ?? []);
    assert.deepEqual(why, ['node has no xhr']);
  });

  it('is decoded on node without a DOM where --browser puts node in the place of a browser', () => {
    const study = parse(
      'factors: {transport: websocket, direction: server-to-client, dataset: book, format: xml}',
    );
    const moved = withSettings(study, { browser: ['node'] }, FAKE_VOCABULARY);
    assert.deepEqual(
      allCells(moved.study).map(({ codec }) => codec),
      ['saxes'],
    );
  });
});

const MISTAKES: readonly (readonly [what: string, factors: string, problems: readonly string[]])[] = [
  [
    'every word that is none',
    '{transport: [web-socket, sse], direction: server-client, mode: [paced, paced--5, paced-0, paced-200000, throughputt], size: [0, 15, -100, 1.5, 200MB, random-10, growing-8, random-500-100, big], compression: gzip, protocol: htp1}',
    [
      'f:4: factors.compression: unknown compression "gzip"',
      'f:4: factors.protocol: unknown protocol "htp1" (did you mean http1?)',
      'f:4: factors.transport[0]: unknown transport "web-socket" (did you mean websocket?)',
      'f:4: factors.direction: unknown direction "server-client" (did you mean server-to-client?)',
      'f:4: factors.mode[0]: paced needs its rate: paced-50 is 50 messages a second',
      'f:4: factors.mode[1]: paced--5: a rate is a number above 0 and at most 100000 messages a second',
      'f:4: factors.mode[2]: paced-0: a rate is a number above 0 and at most 100000 messages a second',
      'f:4: factors.mode[3]: paced-200000: a rate is a number above 0 and at most 100000 messages a second',
      'f:4: factors.mode[4]: unknown mode "throughputt" (did you mean throughput?)',
      'f:4: factors.size[0]: 0: a message of 0 bytes cannot be: it has at least 16, for its number and digest, and at most 100 MB',
      'f:4: factors.size[1]: 15: a message of 15 bytes cannot be: it has at least 16, for its number and digest, and at most 100 MB',
      'f:4: factors.size[2]: -100: a message of -100 bytes cannot be: it has at least 16, for its number and digest, and at most 100 MB',
      'f:4: factors.size[3]: 1.5: a message of 1.5 bytes cannot be: it has at least 16, for its number and digest, and at most 100 MB',
      'f:4: factors.size[4]: 200MB: a message of 200000000 bytes cannot be: it has at least 16, for its number and digest, and at most 100 MB',
      'f:4: factors.size[5]: unknown size "random-10" (did you mean random-100-1000?)',
      'f:4: factors.size[6]: growing-8: a message of 8 bytes cannot be: it has at least 16, for its number and digest, and at most 100 MB',
      'f:4: factors.size[7]: random-500-100: 500 is above 100',
      'f:4: factors.size[8]: unknown size "big"',
    ],
  ],
  [
    'a billion messages',
    '{transport: sse, n: 1000000000}',
    ['f:4: factors.n: 1000000000 is not a whole number from 1 to 10000000 or a list, such as 1000'],
  ],
  [
    'a growing sequence that does not fit into memory',
    '{transport: sse, n: [100, 1000, 2000], size: [0, 100, growing-100]}',
    [
      'f:4: factors.size[0]: 0: a message of 0 bytes cannot be: it has at least 16, for its number and digest, and at most 100 MB',
      'f:4: factors.size[2]: growing-100: 2000 such messages are 200.1 MB together, and those of a growing sequence may be 100 MB: n at most 1413',
    ],
  ],
  [
    'requests and messages in one part',
    '{transport: [request, sse]}',
    ['f:4: factors.transport[0]: a part has either requests or messages: give requests a part of their own'],
  ],
  [
    'factors that only requests have',
    '{transport: sse, procedure: e2, computation: cm1, connection: cold}',
    ['procedure', 'computation', 'connection'].map(
      (factor) =>
        `f:4: factors.${factor}: a sequence of messages has no ${factor}: leave it out, or give requests a part of their own`,
    ),
  ],
  [
    'factors that only messages have',
    '{n: 1, format: json, mode: ping-pong, size: 100}',
    ['mode', 'size'].map(
      (factor) =>
        `f:4: factors.${factor}: ${factor} is of messages: name their transport beside it, such as websocket`,
    ),
  ],
  [
    'transports without a direction in common',
    '{transport: [sse, xhr]}',
    ['f:4: factors.direction: is missing: sse, xhr have no direction in common'],
  ],
  [
    'data without a format',
    '{transport: sse, dataset: book}',
    ['f:4: factors.format: is missing: name at least one level'],
  ],
  [
    'levels that cannot be, beside others that can',
    '{transport: [sse, websocket, webtransport], direction: server-to-client, protocol: http1, dataset: [random, book], format: [text, protobuf, json/response.json], compression: [none, permessage-deflate]}',
    [
      'f:4: factors.format[2]: no cell is left with format json/response.json: response.json decodes answers, not messages',
      'f:4: factors.transport[2]: no cell is left with transport webtransport: webtransport goes over h3 only',
    ],
  ],
  [
    'a part in which nothing can be',
    '{transport: sse, direction: client-to-server}',
    ['f:4: factors.transport: no cell is left: sse carries messages only server-to-client'],
  ],
  [
    'beacons that are answered or long',
    '{transport: [beacon, fetch], mode: [throughput, ping-pong], size: [100, 100kB]}\nexclude: [{transport: fetch, mode: ping-pong}, {transport: fetch, size: 100000}]',
    [
      'f:4: factors.mode[1]: no cell is left with mode ping-pong: a beacon has no answer: its mode is throughput',
      'f:4: factors.size[1]: no cell is left with size 100000: a beacon has at most 65536 bytes',
    ],
  ],
  [
    'a size of messages that are data',
    '{transport: sse, dataset: book, format: json, size: 100}',
    ['f:4: factors.size: no cell is left with size 100: messages of data are as long as they are'],
  ],
  [
    'more objects than an answer has',
    '{n: 2000000, format: json}',
    ['f:4: factors.n: 2000000 objects: an answer has at most 1000000'],
  ],
];

describe('a study of messages', () => {
  for (const [what, factors, problems] of MISTAKES) {
    it(`is told of ${what}`, () => assert.deepEqual(problemsOf(`factors: ${factors}`), problems));
  }

  it('is told of filters with words that are none, and of those that no cell has', () => {
    assert.deepEqual(
      problemsOf(`factors: {transport: [sse, websocket], size: 100}
exclude: [{transport: websokket}, {size: 1000}, {size: huge}, {mode: paced-5}, {direction: up}]`),
      [
        'f:5: exclude[0].transport: unknown transport "websokket" (did you mean websocket?)',
        'f:5: exclude[1].size: no cell has size 1000 (the cells have 100)',
        'f:5: exclude[2].size: unknown size "huge"',
        'f:5: exclude[3].mode: no cell has mode paced-5 (the cells have throughput)',
        'f:5: exclude[4].direction: unknown direction "up"',
      ],
    );
  });
});
