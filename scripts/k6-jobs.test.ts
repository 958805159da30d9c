import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import { parseAllDocuments } from 'yaml';

const FILE = path.join(path.dirname(import.meta.dirname), 'deploy/k6/testrun.yaml');

/** Of the operator's TestRun, as far as the file names them; `resources` and `env` are Kubernetes's. */
const OF_THE_OPERATOR = [
  'parallelism',
  'separate',
  'script.configMap.name',
  'script.configMap.file',
  'runner.env',
  'runner.resources',
];

const [configMap, testRun, ...others] = parseAllDocuments(readFileSync(FILE, 'utf8'), {
  strict: true,
  uniqueKeys: true,
}).map((document) => {
  assert.deepEqual(document.errors, []);
  return document.toJS();
});

test('the clients of a cluster are a TestRun as the operator has it, of the script beside it', () => {
  assert.deepEqual(others, []);
  assert.deepEqual([testRun.apiVersion, testRun.kind], ['k6.io/v1alpha1', 'TestRun']);
  const leaves = (value: unknown, place: string): string[] =>
    OF_THE_OPERATOR.includes(place) || typeof value !== 'object' || value === null
      ? [place]
      : Object.entries(value).flatMap(([key, inner]) =>
          leaves(inner, place === '' ? key : `${place}.${key}`),
        );
  assert.deepEqual(leaves(testRun.spec, '').sort(), OF_THE_OPERATOR.toSorted());
  const { name, file } = testRun.spec.script.configMap;
  assert.equal(name, configMap.metadata.name);
  assert.ok(file in configMap.data);
  assert.deepEqual(testRun.spec.runner.resources.requests, testRun.spec.runner.resources.limits);
});

test('the script is one, and is told all that it asks its environment for', () => {
  const [script] = Object.values(configMap.data) as [string];
  transformSync(script, { loader: 'js', format: 'esm' });
  const wanted = new Set([...script.matchAll(/__ENV\.(\w+)/g)].map(([, name]) => name));
  const told = testRun.spec.runner.env.map(({ name }: { name: string }) => name);
  assert.deepEqual([...wanted].sort(), told.toSorted());
  const env = Object.fromEntries(
    testRun.spec.runner.env.map((each: { name: string; value: string }) => [each.name, each.value]),
  );
  // Each client asks at most once a second, so a thousand carry the rate unless answers take ten seconds.
  assert.ok(Number(env.RATE) <= Number(env.CLIENTS));
  assert.match(env.DURATION, /^\d+[smh]$/);
});
