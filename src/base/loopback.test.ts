import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopback } from './loopback.ts';

test('loopback is this machine to nobody else, and private addresses are not', () => {
  for (const address of ['127.0.0.1', '127.8.9.10', '::1']) assert.ok(isLoopback(address), address);
  for (const address of ['10.0.0.1', '192.168.1.5', '0.0.0.0', 'fe80::1', '128.0.0.1'])
    assert.ok(!isLoopback(address), address);
});
