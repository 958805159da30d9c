import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { deleteOldBuilds, markUsed } from './old-builds.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-builds-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const NOW = new Date('2026-11-21T12:00:00Z');

function made(name: string, daysAgo: number): string {
  const at = path.join(folder, name);
  mkdirSync(at);
  const used = new Date(NOW.getTime() - daysAgo * 24 * 3_600_000);
  utimesSync(at, used, used);
  return at;
}

test('builds that nobody used for two weeks go, and pieces of builds after a day; nothing else does', () => {
  const built = made('tomcat-00000000000000a1', 30);
  made('tomcat-00000000000000a2', 15);
  made('glassfish-00000000000000a3', 13);
  made('tomcat-00000000000000a4.wirefare-XhvNNH', 2);
  made('tomcat-00000000000000a5.wirefare-0MMmV7', 0.5);
  made('somebody-elses', 100);
  const again = made('go-00000000000000a6', 20);
  markUsed(again, NOW);
  deleteOldBuilds(built, NOW);
  assert.deepEqual(readdirSync(folder).sort(), [
    'glassfish-00000000000000a3',
    'go-00000000000000a6',
    'somebody-elses',
    'tomcat-00000000000000a1',
    'tomcat-00000000000000a5.wirefare-0MMmV7',
  ]);
});
