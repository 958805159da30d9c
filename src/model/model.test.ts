import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requestCell, type Words } from '../../test/support/cells/made-cells.ts';
import { knownCell, knownTimes } from '../../test/support/model/known-times.ts';
import { type MadeWorld, makeCells, trueTimes } from '../../test/support/model/made-cells.ts';
import { type NetworkProfile, networkAt } from '../network/profile.ts';
import { profileNamed } from '../network/profiles.ts';
import { bandwidthCrossover } from './choices/crossovers.ts';
import { rankWays } from './choices/rank-ways.ts';
import type { MeasuredCell } from './measured.ts';
import { type Model, makeModel, type Prediction, predictWanted, type Refusal } from './model.ts';
import { networkTimes } from './network-times.ts';

const WORLD: MadeWorld = {
  ns: [10, 100, 1_000],
  formats: ['json', 'xml', 'protobuf', 'msgpack'],
  compressions: ['none', 'gzip-6'],
  networks: ['none'],
  sessions: 5,
  levelSd: 0,
  noiseSd: 0,
  seed: 1,
};
interface Asked {
  readonly format?: string;
  readonly compression?: string;
  readonly n?: number;
}

const NETWORKS = ['none', 'cable', '4g', '3g'].map((name) => profileNamed(name)!);

function modelFor(world: Partial<MadeWorld>, except: (id: string) => boolean = () => false): Model {
  const cells = makeCells({ ...WORLD, ...world }).filter(({ id }) => !except(id));
  return makeModel(cells, NETWORKS, { seed: 1, confidence: 0.95 })!;
}

function ask(model: Model, words: Asked, network = 'none'): Prediction | Refusal {
  const { format = 'json' } = words;
  const factors = requestCell({ ...words, format, codec: `${format}/codec`, network });
  return predictWanted(model, { factors, network: profileNamed(network)!, reuse: 1 });
}

function predicted(model: Model, words: Asked, network = 'none'): Prediction {
  const found = ask(model, words, network);
  if ('reason' in found) assert.fail(found.reason);
  return found;
}

test('without noise what was not measured is predicted as it is', () => {
  const model = modelFor({}, (id) => id.startsWith('xml gzip-6'));
  for (const format of WORLD.formats) {
    for (const compression of WORLD.compressions) {
      for (const network of ['none', 'cable', '4g', '3g']) {
        for (const n of [10, 300, 1_000, 2_000]) {
          const { totalMs } = predicted(model, { format, compression, n }, network);
          const truth = trueTimes(format, compression, n, network).totalMs;
          assert.ok(
            Math.abs(totalMs.value / truth - 1) < 0.01,
            `${format} ${compression} ${n} ${network}: ${totalMs.value} instead of ${truth}`,
          );
        }
      }
    }
  }
});

test('a bill adds up to its total, and says what it rests on', () => {
  const model = modelFor({}, (id) => id.startsWith('xml gzip-6'));
  const cell = predicted(model, { format: 'json', n: 100 });
  assert.equal(cell.range, 'measured');
  assert.deepEqual(cell.restsOn, []);
  const far = predicted(model, { format: 'xml', compression: 'gzip-6', n: 300 }, '4g');
  assert.deepEqual(far.restsOn, ['inside', 'combination', 'network']);
  assert.equal(far.range, 'outside');
  const sum = Object.values(far.items).reduce((total, ms) => total + ms, 0);
  assert.ok(Math.abs(sum - far.totalMs.value) < 1e-9);
  assert.equal(predicted(model, { n: 300 }).range, 'inside');
});

test('an answer made once and sent often shares what making it took', () => {
  const model = modelFor({});
  const factors = requestCell({ codec: 'json/codec', compression: 'gzip-6', n: 1_000 });
  const network = profileNamed('none')!;
  const [once, often] = [1, 1_000].map((reuse) => {
    const found = predictWanted(model, { factors, network, reuse });
    if ('reason' in found) assert.fail(found.reason);
    return found.items;
  });
  assert.ok(Math.abs(often!.compress * 1_000 - once!.compress) < 1e-9);
  assert.equal(often!.decode, once!.decode);
});

test('what the record does not tell is refused with the reason', () => {
  const model = modelFor({});
  const reason = (words: Asked, network?: string) => {
    const found = ask(model, words, network);
    return 'reason' in found ? found.reason : assert.fail('it was predicted');
  };
  assert.match(reason({ n: 4 }), /measured were 10 to 1000 objects, which tells 5 to 2000/);
  assert.match(reason({ n: 1e9 }), /measured were 10 to 1000 objects/);
  assert.match(reason({ format: 'avro' }), /avro\/avro\/codec of book was not measured here/);
  assert.match(reason({ compression: 'br-5' }), /no cell tells its bytes with br-5/);
  const lossy: NetworkProfile = { ...profileNamed('4g')!, name: 'train', lossShare: 0.01 };
  const factors = requestCell({ codec: 'json/codec', network: 'train' });
  const found = predictWanted(model, { factors, network: lossy, reuse: 1 });
  assert.match('reason' in found ? found.reason : '', /train: packets are lost there/);
});

test('a record without loopback tells networks that are as slow, compressed ways too, and no faster ones', () => {
  const model = modelFor({ networks: ['cable', '3g'] });
  for (const compression of WORLD.compressions) {
    const { totalMs } = predicted(model, { compression, n: 1_000 }, '4g');
    const truth = trueTimes('json', compression, 1_000, '4g').totalMs;
    assert.ok(Math.abs(totalMs.value / truth - 1) < 0.01, `${compression}: ${totalMs.value} for ${truth}`);
  }
  const fast = ask(model, { n: 1_000 });
  assert.match(
    'reason' in fast ? fast.reason : '',
    /none is faster than 10 Mbit\/s, and nothing was measured on loopback/,
  );
});

test('one session is no ground for a model', () => {
  assert.equal(
    makeModel(makeCells({ ...WORLD, sessions: 1 }), NETWORKS, { seed: 1, confidence: 0.95 }),
    null,
  );
  assert.equal(makeModel([], NETWORKS, { seed: 1, confidence: 0.95 }), null);
});

// 120 predictions for each kind: fewer than 90 % within would be 5 standard errors below 98 %.
test('intervals hold what is true in 90 % of simulated worlds and more', () => {
  const kinds: [string, Asked, string][] = [
    ['measured', { format: 'json', n: 100 }, 'none'],
    ['inside', { format: 'protobuf', n: 300 }, 'none'],
    ['a new network', { format: 'xml', compression: 'gzip-6', n: 1_000 }, '4g'],
    ['a new network, a small answer', { format: 'json', n: 10 }, 'cable'],
    ['a new combination', { format: 'msgpack', compression: 'gzip-6', n: 1_000 }, 'none'],
  ];
  const held = kinds.map(() => 0);
  const worlds = 120;
  for (let seed = 1; seed <= worlds; seed++) {
    const noisy = { seed, sessions: 3 + (seed % 4), levelSd: 0.1, noiseSd: 0.05 };
    const model = modelFor(noisy, (id) => id.startsWith('msgpack gzip-6'));
    for (const [i, [, words, network]] of kinds.entries()) {
      const { format = 'json', compression = 'none', n = 10 } = words;
      const truth = trueTimes(format, compression, n, network).totalMs;
      const [low, high] = predicted(model, words, network).totalMs.interval;
      if (low <= truth && truth <= high) held[i]! += 1;
    }
  }
  for (const [i, [kind]] of kinds.entries()) {
    assert.ok(held[i]! >= 0.9 * worlds, `${kind}: ${held[i]} of ${worlds}`);
  }
});

test('a flip is found where it is, and its interval holds it', () => {
  const trueFlip = (format: string) => {
    const ratio = (mbits: number) => {
      const total = (compression: string) => {
        const local = trueTimes(format, compression, 1_000, 'none');
        const times = networkTimes(networkAt(mbits, 30), { connection: 'warm', protocol: 'http1' })!;
        const wireMs = times(local.encoded) - times(0);
        const bodyMs = local.decoded * (compression === 'none' ? 4e-6 : 9e-6);
        return local.totalMs - bodyMs + times(local.encoded) + Math.max(0, bodyMs - wireMs);
      };
      return total('gzip-6') - total('none');
    };
    let [low, high] = [0.1, 1_000];
    for (let i = 0; i < 60; i++) {
      const middle = Math.sqrt(low * high);
      if (ratio(middle) < 0) low = middle;
      else high = middle;
    }
    return low;
  };
  const pair = (format: string) => ({
    a: requestCell({ format, codec: `${format}/codec`, compression: 'gzip-6', n: 1_000 }),
    b: requestCell({ format, codec: `${format}/codec`, n: 1_000 }),
  });
  for (const format of ['json', 'xml']) {
    const exact = bandwidthCrossover(modelFor({}), pair(format))!;
    assert.equal(exact.below, 'a');
    assert.ok(
      Math.abs(exact.at! / trueFlip(format) - 1) < 0.02,
      `${format}: ${exact.at} ${trueFlip(format)}`,
    );
  }
  let held = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const model = modelFor({ seed, levelSd: 0.1, noiseSd: 0.05 });
    const [low, high] = bandwidthCrossover(model, pair('json'))!.interval!;
    if (low <= trueFlip('json') && trueFlip('json') <= high) held += 1;
  }
  assert.ok(held >= 54, `${held} of 60`);
});

test('ways that nobody can tell apart are among the best, others are not', () => {
  const model = modelFor({ levelSd: 0.1, noiseSd: 0.05 });
  const ways = WORLD.formats.flatMap((format) =>
    WORLD.compressions.map((compression) =>
      requestCell({ format, codec: `${format}/codec`, compression, n: 1_000 }),
    ),
  );
  const ranked = rankWays(model, ways, profileNamed('3g')!);
  assert.deepEqual(
    ranked.map(({ totalMs }) => totalMs.value),
    ranked.map(({ totalMs }) => totalMs.value).toSorted((a, b) => a - b),
  );
  assert.equal(ranked[0]!.factors.format, 'protobuf');
  assert.equal(ranked[0]!.isAmongBest, true);
  assert.equal(ranked.at(-1)!.isAmongBest, false);
});

describe('procedures and computations', () => {
  const networks = ['none', 'cable'].map((name) => profileNamed(name)!);
  const made = (words: Words) => knownCell(JSON.stringify(words), requestCell(words), networks);
  const asked = (words: Words) => {
    const factors = requestCell(words);
    const network = profileNamed(factors.network)!;
    const found = predictWanted(model, { factors, network, reuse: 1 });
    if ('reason' in found) assert.fail(found.reason);
    return { found, truthMs: knownTimes(factors, networks).times.totalMs };
  };
  const computing = { computation: 'cm5', format: 'json' } as const;
  const model = makeModel(
    [10, 1_000].flatMap((n) => [
      made({ n }),
      made({ ...computing, procedure: 'e2', n }),
      made({ ...computing, procedure: 'e5', n }),
    ]),
    networks,
    { seed: 1, confidence: 0.95 },
  )!;

  test('an answer asked for twice is twice the answer, over a network too', () => {
    for (const network of ['none', 'cable']) {
      const { found, truthMs } = asked({ ...computing, procedure: 'e4', n: 1_000, network });
      assert.ok(Math.abs(found.totalMs.value / truthMs - 1) < 0.001, `${found.totalMs.value} for ${truthMs}`);
      const sum = Object.values(found.items).reduce((all, ms) => all + ms, 0);
      assert.ok(Math.abs(sum - found.totalMs.value) < 1e-9);
    }
  });

  test('what a sort takes between two numbers of objects grows as its comparisons do', () => {
    const { found, truthMs } = asked({ ...computing, procedure: 'e5', n: 100 });
    assert.ok(Math.abs(found.totalMs.value / truthMs - 1) < 0.01, `${found.totalMs.value} for ${truthMs}`);
    assert.deepEqual(found.restsOn, ['inside']);
  });

  test('a computation is refused beyond the numbers of objects at which it was measured', () => {
    const factors = requestCell({ ...computing, procedure: 'e2', n: 1_000 });
    const small = makeModel(
      [made({ n: 10 }), made({ n: 1_000 }), made({ ...computing, procedure: 'e2', n: 10 })],
      networks,
      { seed: 1, confidence: 0.95 },
    )!;
    const found = predictWanted(small, { factors, network: networks[0]!, reuse: 1 });
    assert.match(
      'reason' in found ? found.reason : '',
      /measured were 10 to 10 objects, which tells 5 to 20/,
    );
  });

  test('what is left of seconds of computing says nothing of what handling takes', () => {
    const noisy = (cell: MeasuredCell): MeasuredCell => ({
      ...cell,
      sessions: new Map(
        [...cell.sessions].map(([name, times]) => [name, { ...times, totalMs: times.totalMs * 1.05 }]),
      ),
    });
    const cells = [
      made({ n: 10 }),
      made({ n: 1_000 }),
      noisy(made({ ...computing, procedure: 'e2', n: 1_000 })),
    ];
    const plain = makeModel(cells, networks, { seed: 1, confidence: 0.95 })!;
    const found = predictWanted(plain, {
      factors: requestCell({ n: 1_000 }),
      network: networks[0]!,
      reuse: 1,
    });
    const truthMs = knownTimes(requestCell({ n: 1_000 }), networks).times.totalMs;
    assert.ok(!('reason' in found) && Math.abs(found.totalMs.value / truthMs - 1) < 0.001);
  });
});

describe('a client that is slowed down', () => {
  /**
   * What is done on one side takes as long whatever the other's pace: 5 times the decoding, 4 times the rest.
   */
  const slow = (cell: MeasuredCell): MeasuredCell => ({
    ...cell,
    id: `${cell.id} slow`,
    factors: { ...cell.factors, cpu: 4 },
    sessions: new Map(
      [...cell.sessions].map(([name, times]) => {
        const serverMs = times.encodeMs + times.compressMs;
        const otherMs = times.totalMs - serverMs - times.decodeMs;
        const decodeMs = 5 * times.decodeMs;
        return [`slow ${name}`, { ...times, decodeMs, totalMs: serverMs + decodeMs + 4 * otherMs }];
      }),
    ),
  });
  const fast = makeCells({ ...WORLD, compressions: ['none'] });
  const ofJson = fast.filter(({ factors }) => factors.format === 'json');
  const model = makeModel([...fast, ...ofJson.map(slow)], NETWORKS, { seed: 1, confidence: 0.95 })!;
  const found = (format: string, cpu: number, network: string) =>
    predictWanted(model, {
      factors: { ...requestCell({ format, codec: `${format}/codec`, n: 300, network }), cpu },
      network: profileNamed(network)!,
      reuse: 1,
    });

  test('is predicted by what clients of its pace did, and takes nothing from the others', () => {
    const [alone, slowed] = [found('json', 1, '4g'), found('json', 4, '4g')];
    if ('reason' in alone || 'reason' in slowed) assert.fail('no prediction');
    const truth = trueTimes('json', 'none', 300, 'none');
    assert.ok(Math.abs(alone.items.decode / truth.decodeMs - 1) < 0.01);
    assert.ok(Math.abs(slowed.items.decode / (5 * truth.decodeMs) - 1) < 0.01);
    assert.equal(slowed.items.encode, alone.items.encode);
    assert.equal(slowed.items.network, alone.items.network);
    assert.ok(Math.abs(slowed.items.handling / (4 * alone.items.handling) - 1) < 0.05);
  });

  test('is refused what nobody of its pace decoded', () => {
    const refused = found('xml', 4, '4g');
    assert.ok(
      'reason' in refused &&
        /xml\/codec of book was not measured here by a client 4× slower/.test(refused.reason),
    );
    assert.ok(!('reason' in found('xml', 1, '4g')));
  });
});
