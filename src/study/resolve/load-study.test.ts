import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { wordOf } from '../../factors/cell.ts';
import { parseClients } from '../../factors/clients.ts';
import { UNCOMPRESSED } from '../../factors/compression.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import { allCells } from '../cells/keep-cells.ts';
import type { Study } from '../study.ts';
import { parseStudy } from './load-study.ts';

const HEAD = 'study: mine\ntitle: Mine\nquestion: Which?\n';

function parse(rest: string): Study {
  return parseStudy(HEAD + rest, 'mine.yaml', FAKE_VOCABULARY, 77);
}

describe('parseStudy', () => {
  it('fills every default in when only n and format are named', () => {
    const study = parse('factors: {n: 10, format: json}');
    assert.deepEqual(study, {
      name: 'mine',
      title: 'Mine',
      question: 'Which?',
      source: null,
      standIns: [],
      parts: [
        {
          name: 'mine',
          title: 'Mine',
          cells: [
            {
              kind: 'request',
              dataset: 'book',
              n: 10,
              format: 'json',
              codec: 'response.json',
              encoder: 'JSON.stringify',
              compression: UNCOMPRESSED,
              procedure: 'e1',
              computation: 'none',
              network: 'none',
              connection: 'warm',
              protocol: 'http1',
              browser: 'chromium',
              target: 'node',
              thread: 'main',
              clients: parseClients('0'),
              cpu: 1,
            },
          ],
        },
      ],
      networks: FAKE_VOCABULARY.networks.slice(0, 1),
      payloads: [],
      protocol: {
        sessions: null,
        exchangesPerVisit: null,
        budgetMs: 120_000,
        warmup: { exchanges: 12, leastMs: 0 },
        timeoutMs: 60_000,
        margin: 0.02,
        precision: 0.1,
        confidence: 0.95,
        published: null,
        seed: 77,
      },
      comparisons: [],
      claims: [],
    });
  });

  it('combines all levels, spelling gzip out with its default level', () => {
    const cells = allCells(
      parse('factors: {n: [1, 2], format: [json, xml], compression: [none, gzip, gzip-9]}'),
    );
    assert.equal(cells.length, 12);
    assert.deepEqual(
      [...new Set(cells.map((cell) => wordOf(cell, 'compression')))],
      ['none', 'gzip-6', 'gzip-9'],
    );
  });

  it('takes the codec that is named, the first one otherwise, and on node the first that needs no DOM', () => {
    const study = parse('factors: {n: 1, format: [xml, json/JSON.parse], browser: [chromium, node]}');
    const codecs = allCells(study).map(({ browser, codec }) => `${browser} ${codec}`);
    assert.deepEqual(codecs, ['chromium domparser', 'node saxes', 'chromium JSON.parse', 'node JSON.parse']);
  });

  it('applies an encoder to the formats that have it and leaves the others their own', () => {
    const study = parse('factors: {n: 1, format: [json, xml], encoder: [other-writer, writer]}');
    const encoders = allCells(study).map(({ format, encoder }) => `${format} ${encoder}`);
    assert.deepEqual(encoders, ['json JSON.stringify', 'xml other-writer', 'xml writer']);
  });

  it('pairs e1 with no computation and the other procedures with one', () => {
    const study = parse('factors: {n: 1, format: json, procedure: [e1, e2], computation: [none, cm1, cm2]}');
    const pairs = allCells(study)
      .map(recordedCell)
      .map(({ procedure, computation }) => `${procedure} ${computation}`);
    assert.deepEqual(pairs, ['e1 none', 'e2 cm1', 'e2 cm2']);
  });

  it('lets parts share factors and replace them, and excludes what filters fit', () => {
    const study = parse(`factors: {n: [1, 100], network: [none, 10mbit]}
exclude: [{n: 100, network: 10mbit}]
parts:
  - {name: a, title: A, factors: {format: json}}
  - {name: b, title: B, factors: {format: xml, n: 5}, exclude: [{network: none}]}`);
    const said = study.parts.map(({ cells }) => cells.map(({ n, network }) => `${n} ${network}`));
    assert.deepEqual(said, [['1 none', '1 10mbit', '100 none'], ['5 10mbit']]);
  });

  it('compares each interleaved factor with its first level when the study does not say', () => {
    const study = parse(
      'factors: {n: [1, 2], format: [xml/saxes, xml/domparser, json], compression: [gzip, none], browser: [firefox, chromium]}',
    );
    assert.deepEqual(study.comparisons, [
      { factor: 'format', baseline: 'xml' },
      { factor: 'codec', baseline: 'saxes' },
      { factor: 'compression', baseline: 'gzip-6' },
    ]);
  });

  it('reads durations and shares with their units', () => {
    const { protocol } = parse(
      'factors: {n: 1, format: json}\nprotocol: {budget: 1.5h, warmup: 500ms, margin: 3.5%, precision: 5%, confidence: 0.9, sessions: 9}',
    );
    assert.equal(protocol.budgetMs, 5_400_000);
    assert.deepEqual(protocol.warmup, { exchanges: 12, leastMs: 500 });
    assert.equal(protocol.precision, 0.05);
    assert.equal(protocol.margin, 0.035);
    assert.equal(protocol.confidence, 0.9);
    assert.equal(protocol.sessions, 9);
  });

  it('tells a number of warm-up exchanges that the file gives from the usual one', () => {
    const warmupOf = (protocol: string) => parse(`factors: {n: 1, format: json}${protocol}`).protocol.warmup;
    assert.deepEqual(warmupOf('\nprotocol: {warmup: 12}'), { exchanges: 12, given: true, leastMs: 0 });
    assert.deepEqual(warmupOf(''), { exchanges: 12, leastMs: 0 });
  });

  it('takes the seed of the file before a fresh one', () => {
    assert.equal(parse('factors: {n: 1, format: json}\nprotocol: {seed: 0}').protocol.seed, 0);
  });

  it('makes one claim of each ratio, with codecs and encoders named beside their format', () => {
    const study =
      parse(`factors: {n: [1, 2], format: [json, xml], network: [none, lan], compression: [none, gzip-9]}
claims:
  - id: A
    says: first
    reading: as it stands
    where: {network: lan, compression: gzip}
    standIn: {network: none}
    ratios:
      - {says: one, where: {n: 1}, numerator: {format: xml}, denominator: {format: json}, published: 1.07}
      - {reading: in another way, numerator: {format: xml}, denominator: {format: json}, published: [1, null]}`);
    const [one, two] = study.claims;
    assert.deepEqual(one, {
      id: 'Aa',
      says: 'first: one',
      reading: 'as it stands',
      of: { id: 'A', says: 'first' },
      part: null,
      where: { network: ['lan'], compression: ['gzip-9'], n: [1] },
      numerator: { format: ['xml'], codec: ['domparser'], encoder: ['writer'] },
      denominator: { format: ['json'], codec: ['response.json'], encoder: ['JSON.stringify'] },
      published: [1.07, 1.07],
      standIn: { network: ['none'] },
    });
    assert.deepEqual([two?.id, two?.reading], ['Ab', 'in another way']);
    assert.deepEqual(two?.published, [1, null]);
  });

  it('accepts anchors and aliases in moderation', () => {
    const study = parse('factors: &f {n: 1, format: json}\nparts:\n  - {name: a, title: A, factors: *f}');
    assert.equal(allCells(study).length, 1);
  });
});
