import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { GRID_PASSWORD, GRID_USER } from '../../src/drive/grid/grid-variables.ts';

const FILE = path.join(path.resolve(import.meta.dirname, '../..'), 'deploy/grid/values.yaml');

/**
 * Of the chart, as far as the file names them: `chromeNode.resources` and what is deeper are Kubernetes's.
 * The chart cannot be had offline: these names were read in its values.yaml of Grid 4.34.0-20250717, and
 * another name has to be looked up there first.
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

const text = readFileSync(FILE, 'utf8');

test('the file says in which variables the lab reads the user and the password', () => {
  for (const name of [GRID_USER, GRID_PASSWORD]) assert.match(text, new RegExp(`\\b${name}\\b`));
});

test('the values for a Grid are those that the chart has, with one session a node and no password', () => {
  const values = parse(text, { strict: true, uniqueKeys: true });
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
