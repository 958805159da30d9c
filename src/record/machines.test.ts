import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOST } from '../../test/support/records/synthetic-facts.ts';
import { machinesAmong } from './machines.ts';

test('a machine whose system or kernel was updated is the same one', () => {
  const before = { ...HOST, os: 'Ubuntu 24.04.1 LTS', id: 'a' };
  const after = { ...before, os: 'Ubuntu 24.04.2 LTS', kernel: '6.14', memoryBytes: 8e9 - 5e6 };
  assert.deepEqual(machinesAmong([before, after]), [0, 0]);
  const withoutId = [before, after].map((host) => ({ ...host, id: null }));
  assert.deepEqual(machinesAmong(withoutId), [0, 0]);
});

test('another id, processor, number of cores or memory is another machine', () => {
  const own = { ...HOST, id: 'a' };
  const others = [
    { ...own, id: 'b' },
    { ...own, cpu: 'another' },
    { ...own, cores: 4 },
    { ...own, memoryBytes: 16e9 },
  ];
  assert.deepEqual(machinesAmong([own, ...others, own]), [0, 1, 2, 3, 4, 0]);
});

test('a record that tells no id makes no one machine of two', () => {
  const [one, other, older] = [{ ...HOST, id: 'a' }, { ...HOST, id: 'b' }, HOST];
  assert.deepEqual(machinesAmong([older, one, other]), [0, 0, 1]);
  assert.deepEqual(machinesAmong([one, other, older]), [0, 1, 0]);
});
