import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import { UserError } from '../base/errors.ts';
import { readSettings } from './settings.ts';

test('settings come from the environment, with the defaults of the contract', () => {
  assert.deepEqual(readSettings({ WIREFARE_DATA_DIR: '/data' }), {
    host: '127.0.0.1',
    port: 0,
    dataDir: '/data',
    largestN: 10_000,
    datasets: ['book', 'video', 'file'],
    payloads: [],
    tls: null,
    gate: { origin: '*', guard: null },
  });
  const all = {
    WIREFARE_HOST: '::1',
    WIREFARE_PORT: '8080',
    WIREFARE_DATA_DIR: '/d',
    WIREFARE_LARGEST_N: '7',
    WIREFARE_DATASETS: 'video',
    WIREFARE_PAYLOADS: ['/p/a', '/p/b'].join(delimiter),
    WIREFARE_TLS_CERT: '/c.pem',
    WIREFARE_TLS_KEY: '/k.pem',
    WIREFARE_SECRET: '0123456789abcdef0123456789abcdef',
    WIREFARE_ORIGIN: 'http://127.0.0.1:40001',
    WIREFARE_HOSTS: '10.201.1.2,MyMachine.local',
  };
  assert.deepEqual(readSettings(all), {
    host: '::1',
    port: 8_080,
    dataDir: '/d',
    largestN: 7,
    datasets: ['video'],
    payloads: ['/p/a', '/p/b'],
    tls: { certFile: '/c.pem', keyFile: '/k.pem' },
    gate: {
      origin: 'http://127.0.0.1:40001',
      guard: {
        secret: '0123456789abcdef0123456789abcdef',
        hosts: new Set(['127.0.0.1', 'localhost', '[::1]', '10.201.1.2', 'mymachine.local']),
      },
    },
  });
});

test('all variables that are wrong are told at once', () => {
  const wrong = {
    WIREFARE_PORT: '70000',
    WIREFARE_LARGEST_N: 'many',
    WIREFARE_TLS_KEY: '/k',
    WIREFARE_DATASETS: 'book,boot',
    WIREFARE_SECRET: 'short',
  };
  assert.throws(
    () => readSettings(wrong),
    (error) => {
      assert.ok(error instanceof UserError);
      assert.deepEqual(
        error.problems.map(({ path }) => path),
        [
          'WIREFARE_PORT',
          'WIREFARE_LARGEST_N',
          'WIREFARE_DATA_DIR',
          'WIREFARE_DATASETS',
          'WIREFARE_TLS_CERT',
          'WIREFARE_SECRET',
        ],
      );
      return true;
    },
  );
});
