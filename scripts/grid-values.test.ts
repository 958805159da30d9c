import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const FILE = path.join(path.dirname(import.meta.dirname), 'deploy/grid/values.yaml');

/**
 * Of the chart, as far as the file names them: `chromeNode.resources` and what is deeper are Kubernetes's.
 */
const OF_THE_CHART = [
  'global.seleniumGrid.nodeMaxSessions',
  'global.seleniumGrid.topologySpreadConstraints',
  'isolateComponents',
  'basicAuth.enabled',
  'basicAuth.create',
  'basicAuth.nameOverride',
  'chromeNode.replicas',
  'chromeNode.resources',
  'chromeNode.dshmVolumeSizeLimit',
  'firefoxNode.enabled',
  'edgeNode.enabled',
  'autoscaling.enabled',
];

test('the values for a Grid are those that the chart has, with one session a node and no password', () => {
  const values = parse(readFileSync(FILE, 'utf8'), { strict: true, uniqueKeys: true });
  const leaves = (value: unknown, place: string): string[] =>
    OF_THE_CHART.includes(place) || typeof value !== 'object' || value === null
      ? [place]
      : Object.entries(value).flatMap(([key, inner]) =>
          leaves(inner, place === '' ? key : `${place}.${key}`),
        );
  assert.deepEqual(leaves(values, '').sort(), OF_THE_CHART.toSorted());
  assert.equal(values.global.seleniumGrid.nodeMaxSessions, 1);
  assert.deepEqual(values.chromeNode.resources.requests, values.chromeNode.resources.limits);
});
