import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { UserError } from '../../base/errors.ts';
import { DEFAULT_QUEUE_BYTES } from '../../network/profiles.ts';
import { allCells } from '../cells/keep-cells.ts';
import { onlyLevels } from '../change/only-levels.ts';
import type { Study } from '../study.ts';
import { parseStudy } from './load-study.ts';

const HEAD = 'study: mine\ntitle: Mine\nquestion: Which?\n';
const parse = (rest: string): Study => parseStudy(HEAD + rest, 'f', FAKE_VOCABULARY, 1);
const withNetwork = (level: string, rest = '') =>
  `factors:\n  n: 1\n  format: [json, xml]\n  network: ${level}\n${rest}`;

function problemsOf(text: string): string[] {
  try {
    parse(text);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.problems.map(({ path, what }) => `${path}: ${what}`);
  }
  return [];
}

describe('a network described in a study file', () => {
  it('becomes a profile of the study, in bits, milliseconds, shares and bytes', () => {
    const { networks, parts } = parse(
      withNetwork('{down: 20mbit, up: 5mbit, rtt: 40ms, jitter: 3ms, loss: 0.5%, queue: 64kB}'),
    );
    assert.deepEqual(networks, [
      {
        name: 'custom',
        source: 'the study file',
        downKbits: 20_000,
        upKbits: 5_000,
        rttMs: 40,
        jitterMs: 3,
        lossShare: 0.005,
        queueBytes: 64_000,
      },
    ]);
    assert.deepEqual(new Set(allCells({ parts }).map(({ network }) => network)), new Set(['custom']));
  });

  it('needs only its rate down: up is the same, the rest nothing, the queue the ordinary one', () => {
    const [network] = parse(withNetwork('{name: office, down: 0.5 Gbit/s}')).networks;
    const { name, source, ...figures } = network!;
    assert.deepEqual([name, source], ['office', 'the study file']);
    assert.deepEqual(figures, {
      downKbits: 500_000,
      upKbits: 500_000,
      rttMs: 0,
      jitterMs: 0,
      lossShare: 0,
      queueBytes: DEFAULT_QUEUE_BYTES,
    });
  });

  it('reads every unit', () => {
    const rate = (typed: string) => parse(withNetwork(`{down: ${typed}}`)).networks[0]!.downKbits;
    assert.deepEqual(['64000bit/s', '64 kbit', '1.5mbit', '1gbit'].map(rate), [64, 64, 1_500, 1_000_000]);
    const queue = (typed: string) =>
      parse(withNetwork(`{down: 1mbit, queue: ${typed}}`)).networks[0]!.queueBytes;
    assert.deepEqual(['1500B', '64 kB', '1.2MB'].map(queue), [1_500, 64_000, 1_200_000]);
    assert.equal(parse(withNetwork('{down: 1mbit, rtt: 0.3s}')).networks[0]!.rttMs, 300);
    assert.equal(parse(withNetwork('{down: 1mbit, loss: 0.02}')).networks[0]!.lossShare, 0.02);
    assert.equal(parse(withNetwork('{down: 1mbit, loss: 50%}')).networks[0]!.lossShare, 0.5);
  });

  it('stands beside profiles, and filters, comparisons, claims and --only call it by its name', () => {
    const study = parse(
      withNetwork(
        '[none, {name: office, down: 20mbit}, 3g]',
        `exclude: [{network: office, format: xml}]
compare: [{factor: network, baseline: office}]
claims:
  - {id: A, says: a, numerator: {format: json, network: 3g}, denominator: {network: office}, published: 1}
protocol: {twin: {network: office}}`,
      ),
    );
    assert.deepEqual(
      study.networks.map(({ name }) => name),
      ['none', '3g', 'office'],
    );
    assert.equal(allCells(study).length, 5);
    assert.deepEqual(study.comparisons, [{ factor: 'network', baseline: 'office' }]);
    const only = onlyLevels(study, ['network=office'], FAKE_VOCABULARY).study;
    assert.deepEqual(
      only.networks.map(({ name }) => name),
      ['office'],
    );
    assert.throws(() => onlyLevels(study, ['network=ofice'], FAKE_VOCABULARY), /did you mean office\?/);
  });

  it('may be described in one part and named in another, or described alike twice', () => {
    const study = parse(`parts:
  - {name: a, title: A, factors: {n: 1, format: json, network: {name: office, down: 2mbit}}}
  - {name: b, title: B, factors: {n: 2, format: json, network: office}}
  - {name: c, title: C, factors: {n: 3, format: json, network: {name: office, down: 2000kbit}}}
  - {name: d, title: D, factors: {n: 4, format: json, network: {name: 3g, down: 7mbit, up: 700kbit, rtt: 7ms, queue: 70kB}}}`);
    assert.deepEqual(
      study.networks.map(({ name, source }) => [name, source]),
      [
        ['3g', 'made up'],
        ['office', 'the study file'],
      ],
    );
  });

  it('is told of everything wrong with it at once, beside what else is wrong with the file', () => {
    const found = problemsOf(
      withNetwork(
        `
    - {name: 3g, down: 0mbit, up: 20mb, rtt: -5ms, jitter: 3, loss: 150%, queue: 100B, speed: 1}
    - {name: Bad Name, rtt: 5m, loss: -1%, jitter: [1]}
    - {name: b, down: 1mbit, rtt: 10ms, jitter: 6ms, loss: 51%, queue: 1499B}`,
        '  browser: chrom\n',
      ),
    );
    const rate = 'a rate with its unit (bit/s, kbit, mbit or gbit), such as';
    const time = 'a time with its unit (ms or s), such as';
    assert.deepEqual(found.toSorted(), [
      'factors.browser: unknown browser "chrom"',
      'factors.network[0].down: 0mbit is not a rate from 8kbit to 100gbit',
      `factors.network[0].jitter: 3 is not ${time} 3ms`,
      'factors.network[0].loss: 150% is not a share from 0% to 50%',
      'factors.network[0].name: 3g is a profile with other figures (7000/700 kbit/s, 7 ms, queue 70 kB); choose another name',
      'factors.network[0].queue: 100B is not a size from 1500B, one full packet, to 1000MB',
      'factors.network[0].rtt: -5ms is not a time from 0ms to 850ms',
      'factors.network[0].speed: unknown key "speed"',
      `factors.network[0].up: "20mb" is not ${rate} 5mbit`,
      `factors.network[1].jitter: [1] is not ${time} 3ms`,
      'factors.network[1].loss: "-1%" is not a share, in % or from 0 to 1, such as 0.5%',
      'factors.network[1].name: "Bad Name" is not a name of at most 40 small letters, digits, hyphens and dots, such as office',
      `factors.network[1].rtt: "5m" is not ${time} 40ms`,
      `factors.network[1]: down is missing: give ${rate} 20mbit`,
      'factors.network[2].jitter: 6ms is above half the round trip of 10 ms, which is each way’s delay',
      'factors.network[2].loss: 51% is not a share from 0% to 50%',
      'factors.network[2].queue: 1499B is not a size from 1500B, one full packet, to 1000MB',
    ]);
  });

  it('must have a name where there are two, and a name means one thing', () => {
    const found = problemsOf(
      withNetwork('[{down: 2mbit}, {down: 1mbit}, {name: a, down: 1mbit}, {name: a, down: 1.5mbit}]'),
    );
    assert.deepEqual(found, [
      'factors.network[1]: is another network without a name, with other figures (2/2 Mbit/s, 0 ms); give each a name',
      'factors.network[3].name: a network above is named a too, with other figures (1/1 Mbit/s, 0 ms)',
    ]);
    assert.deepEqual(problemsOf(withNetwork('[{down: 2mbit}, {down: 2mbit}]')), [
      'factors.network[1]: custom is there twice',
    ]);
    assert.match(
      problemsOf(withNetwork('{name: none, down: 2mbit}'))[0]!,
      /none is a profile with other figures/,
    );
  });

  it('with a name that is none is told of the name alone, however many there are', () => {
    const found = problemsOf(withNetwork('[{name: A, down: 1mbit}, {name: B, down: 1mbit}, {down: 1mbit}]'));
    assert.deepEqual(
      found.map((one) => one.split(':')[0]),
      ['factors.network[0].name', 'factors.network[1].name'],
    );
  });

  it('has a round trip that TCP still takes for one, and a rate that can be calibrated', () => {
    assert.deepEqual(problemsOf(withNetwork('{down: 8kbit, rtt: 850ms}')), []);
    assert.deepEqual(problemsOf(withNetwork('{down: 7999bit/s, rtt: 600s}')), [
      'factors.network.down: 7999bit/s is not a rate from 8kbit to 100gbit',
      'factors.network.rtt: 600s is not a time from 0ms to 850ms; TCP takes what is not answered within a second for lost',
    ]);
  });

  it('is one of two hundred at most, loopback not counted', () => {
    const many = (count: number) =>
      withNetwork(
        `[none, ${Array.from({ length: count }, (_, i) => `{name: n${i}, down: ${i + 10}kbit}`).join(', ')}]`,
      );
    assert.deepEqual(problemsOf(many(200)), []);
    assert.deepEqual(problemsOf(many(201)), [
      'factors: the cells name 201 emulated networks; at most 200 are allowed',
    ]);
  });

  it('is told the allowed keys and the nearest one', () => {
    assert.throws(
      () => parse(withNetwork('{down: 1mbit, quue: 64kB}')),
      /unknown key "quue" \(allowed: name, down, up, rtt, jitter, loss, queue; did you mean queue\?\)/,
    );
  });
});
