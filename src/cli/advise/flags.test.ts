import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../base/errors.ts';
import { adviseSettings } from './flags.ts';

test('without flags: three networks, two minutes, HTTPS in Chromium', () => {
  const { networks, budgetMs, browser, protocol, link, today, n, weights } = adviseSettings({});
  assert.deepEqual(
    networks.map(({ name }) => name),
    ['10mbit', '4g', '3g'],
  );
  assert.deepEqual([budgetMs, browser, protocol, link], [120_000, 'chromium', 'https1', 'auto']);
  assert.deepEqual([today, n, weights], [null, null, null]);
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
    weights: 'sise=1',
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
        '--link',
        '--n',
        '--network',
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
