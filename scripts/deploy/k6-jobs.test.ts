import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import { parseAllDocuments } from 'yaml';
import { k6Script } from '../../src/drive/load/k6-script.ts';

// test/real/exchanges/many-clients.test.ts asks a real k6 what it makes of the script.

const FILE = path.join(path.resolve(import.meta.dirname, '../..'), 'deploy/k6/testrun.yaml');

/**
 * Of the operator's TestRun, as far as the file names them; `resources` and `env` are Kubernetes's. Its
 * schema cannot be had offline: the file was held to config/crd/bases/k6.io_testruns.yaml of k6-operator
 * 1.6.0, with all names refused that are not in it, and another name has to be looked up there first.
 */
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
const [script] = Object.values(configMap.data) as [string];
const env: Record<string, string> = Object.fromEntries(
  testRun.spec.runner.env.map((each: { name: string; value: string }) => [each.name, each.value]),
);

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

test('the script is told all that it asks its environment for', () => {
  const wanted = new Set([...script.matchAll(/__ENV\.(\w+)/g)].map(([, name]) => name));
  assert.deepEqual([...wanted].sort(), Object.keys(env).sort());
  // Each client asks at most once a second, so a thousand carry the rate unless answers take ten seconds.
  assert.ok(Number(env.RATE) <= Number(env.CLIENTS));
  assert.match(env.DURATION!, /^\d+[smh]$/);
});

test('its clients ask as those of a study do, at the same rate', () => {
  const deployed = optionsOf(script, env);
  const [clients, rate] = [Number(env.CLIENTS), Number(env.RATE)];
  const ask = { clients, perSecondEach: rate / clients, url: [env.URL, ''], acceptEncoding: 'gzip' };
  const own = optionsOf(k6Script({ ...ask, timeoutMs: 1_000 } as never), {});
  assert.equal(deployed.discardResponseBodies, own.discardResponseBodies);
  const [there, here] = [deployed, own].map((options) => {
    const { rate, timeUnit, executor, preAllocatedVUs, maxVUs } = options.scenarios.clients;
    return { executor, preAllocatedVUs, maxVUs, perSecond: rate / Number.parseFloat(timeUnit) };
  });
  assert.deepEqual(there, here);
});

interface Options {
  readonly discardResponseBodies: boolean;
  readonly scenarios: {
    readonly clients: {
      readonly executor: string;
      readonly rate: number;
      /** In seconds: `1s`. */
      readonly timeUnit: string;
      readonly preAllocatedVUs: number;
      readonly maxVUs: number;
    };
  };
}

/** What a script of k6 exports as such. k6's own modules are not there: nothing of them is asked for it. */
function optionsOf(text: string, environment: Readonly<Record<string, string>>): Options {
  const { code } = transformSync(text.replaceAll(/^import .*$/gm, ''), { format: 'cjs' });
  const module: { exports: { readonly options?: Options } } = { exports: {} };
  class Metric {}
  new Function('module', '__ENV', 'Trend', 'Counter', code)(module, environment, Metric, Metric);
  return module.exports.options!;
}
