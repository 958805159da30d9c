import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../base/errors.ts';
import { adviseSettings } from './flags.ts';

test('without flags: three networks, two minutes, HTTPS in Chromium', () => {
  const { networks, budgetMs, browser, protocol, link, today, n, weights, price } = adviseSettings({});
  assert.deepEqual(
    networks.map(({ name }) => name),
    ['10mbit', '4g', '3g'],
  );
  assert.deepEqual([budgetMs, browser, protocol, link], [120_000, 'chromium', 'https1', 'auto']);
  assert.deepEqual([today, n, weights, price], [null, null, null, null]);
});

test('everything that is wrong with the flags is told at once, with what is near', () => {
  const flags = {
    network: '3g,4gg',
    today: 'yaml+gzip',
    budget: '5s',
    browser: 'chrome',
    protocol: 'http2',
    link: 'magic',
    n: '-1',
    seed: 'x',
    how: 'go,ngnix',
    weights: 'sise=1',
    price: 'ram=1/h',
    from: 'yaml',
  };
  assert.throws(
    () => adviseSettings(flags),
    (thrown) => {
      assert.ok(thrown instanceof UserError);
      const told = thrown.problems.map(({ file }) => file);
      assert.deepEqual([...new Set(told)].sort(), [
        '--browser',
        '--budget',
        '--from',
        '--how',
        '--link',
        '--n',
        '--network',
        '--price',
        '--protocol',
        '--seed',
        '--today',
        '--weights',
      ]);
      const near = new Map(thrown.problems.map(({ file, nearest }) => [file, nearest]));
      assert.equal(near.get('--network'), '4g');
      return true;
    },
  );
});

test('a network of one’s own has its name, its rates and its round trip', () => {
  const { networks } = adviseSettings({ network: 'office=50mbit/5ms,4g,home=16mbit/2mbit/30ms' });
  assert.deepEqual(
    networks.map(({ name, downKbits, upKbits, rttMs }) => [name, downKbits, upKbits, rttMs]),
    [
      ['office', 50_000, 50_000, 5],
      ['4g', 9_000, 9_000, 170],
      ['home', 16_000, 2_000, 30],
    ],
  );
  assert.equal(networks[0]!.source, 'the command line');
});

test('what is wrong with networks of one’s own is told, each with its word', () => {
  const told = (network: string) => {
    try {
      adviseSettings({ network });
    } catch (thrown) {
      assert.ok(thrown instanceof UserError);
      return thrown.problems.map(({ file, path, what }) => `${file} ${path}: ${what}`).join('\n');
    }
    return '';
  };
  assert.match(
    told('office=50mbit'),
    /"office=50mbit" is not NAME=RATE\/ROUND-TRIP or .*, such as office=50mbit\/5ms/,
  );
  assert.match(told('office=fast/5ms'), /office\.down: "fast" is not a rate with its unit/);
  assert.match(told('office=50mbit/5s'), /office\.rtt: 5s is not a time from 0ms/);
  assert.match(told('Office!=50mbit/5ms'), /name: "Office!" is not a name of at most 40 small letters/);
  assert.match(told('4g=50mbit/5ms'), /4g is a profile with other figures/);
  assert.match(told('a=50mbit/5ms,a=5mbit/5ms'), /a stands for 2 networks: give each a name of its own/);
});

test('how much slower than the best is as good: 5 % or 1 ms, or what is asked', () => {
  assert.deepEqual(adviseSettings({}).epsilon, { share: 0.05, ms: 1 });
  assert.deepEqual(adviseSettings({ epsilon: '10%' }).epsilon, { share: 0.1, ms: 0 });
  assert.deepEqual(adviseSettings({ epsilon: '20ms' }).epsilon, { share: 0, ms: 20 });
  for (const epsilon of ['fast', '-5%', '150%', '2h', '-1ms']) {
    assert.throws(
      () => adviseSettings({ epsilon }),
      /is not a share from 0% to 100%, or a time from 0ms to 60s/,
    );
  }
});
