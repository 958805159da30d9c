import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
import { allFound } from './everything-missing.ts';

const lacking = (what: string, remedy: string) => async (): Promise<string> => {
  throw new EnvironmentError(`no ${what}`, [`/bin/${what}`, 'PATH'], remedy);
};

test('what is found is answered in the order of the looks', async () => {
  assert.deepEqual(await allFound([async () => 'node', async () => 'qt6']), ['node', 'qt6']);
});

test('everything that is missing is told at once, each remedy and each place once', async () => {
  const looks = [
    lacking('qt5', 'install qt'),
    async () => 'node',
    lacking('qt6', 'install qt'),
    lacking('php', 'install php'),
  ];
  await assert.rejects(allFound(looks), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.equal(thrown.message, 'no qt5; no qt6; no php');
    assert.deepEqual(thrown.tried, ['/bin/qt5', 'PATH', '/bin/qt6', '/bin/php']);
    assert.equal(thrown.remedy, 'install qt; install php');
    return true;
  });
});

test('one that is missing stays as it was told, and a bug is no gap of the machine', async () => {
  const missing = new EnvironmentError('no qt5', ['PATH'], 'install qt');
  const look = () => Promise.reject(missing);
  await assert.rejects(allFound([async () => 'node', look]), (thrown) => thrown === missing);
  await assert.rejects(allFound([look, () => Promise.reject(new TypeError('a bug'))]), TypeError);
});
