import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isFolder, nearestPath } from './nearest-path.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-near-'));
after(() => rmSync(dir, { recursive: true }));
mkdirSync(join(dir, 'studies/drafts'), { recursive: true });
for (const name of ['orders.json', 'studies/quick.yaml', 'studies/drafts/late.yaml', '.orders.jsn'])
  writeFileSync(join(dir, name), '');

test('a misspelt file is the nearest one in its folder', () => {
  assert.equal(nearestPath('ordrs.json', dir), 'orders.json');
  assert.equal(nearestPath('./studies/qick.yaml', dir), './studies/quick.yaml');
  assert.equal(nearestPath(join(dir, 'orders.jsn'), '/'), join(dir, 'orders.json'));
});

test('misspelt folders on the way are mended too', () => {
  assert.equal(nearestPath('studis/draft/late.yml', dir), 'studies/drafts/late.yaml');
});

test('nothing is named where nothing is near, and no folder for a file', () => {
  assert.equal(nearestPath('invoices.csv', dir), null);
  assert.equal(nearestPath('nowhere/orders.json', dir), null);
  assert.equal(nearestPath('orders.json/x', dir), null);
  assert.equal(nearestPath('studie', dir), null);
});

test('folders are named where folders are asked for', () => {
  assert.equal(nearestPath('studie', dir, isFolder), 'studies');
  assert.equal(nearestPath('studie/', dir, isFolder), 'studies/');
});
