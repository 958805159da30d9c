import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { firefoxUserJs } from './firefox-prefs.ts';
import { freshProfile } from './profile.ts';

test('two profiles share nothing, take nothing of the user but PATH and locale, and are gone when removed', async (t) => {
  const parent = mkdtempSync(path.join(tmpdir(), 'wirefare-test-'));
  t.after(() => rmSync(parent, { recursive: true }));
  const env = {
    PATH: '/bin',
    LANG: 'sv_SE.UTF-8',
    HOME: '/home/ann',
    http_proxy: 'http://proxy',
    DISPLAY: ':0',
  };
  const [one, other] = await Promise.all([freshProfile(parent, 'x', env), freshProfile(parent, 'x', env)]);
  assert.notEqual(one.folder, other.folder);
  assert.deepEqual(readdirSync(one.folder), []);
  assert.equal(one.env.PATH, '/bin');
  assert.equal(one.env.LANG, 'sv_SE.UTF-8');
  assert.equal(one.env.http_proxy, undefined);
  assert.equal(one.env.DISPLAY, undefined);
  for (const name of [
    'HOME',
    'XDG_CONFIG_HOME',
    'XDG_CACHE_HOME',
    'XDG_DATA_HOME',
    'XDG_RUNTIME_DIR',
    'TMPDIR',
  ]) {
    assert.ok(existsSync(one.env[name]!), name);
    assert.ok(one.env[name]!.startsWith(path.dirname(one.folder)), name);
  }
  writeFileSync(path.join(one.env.HOME!, 'left'), 'behind');
  await one.remove();
  assert.equal(existsSync(path.dirname(one.folder)), false);
  assert.ok(existsSync(other.folder));
  await one.remove();
});

test('the settings of Firefox are lines that it can read, the full clock among them', () => {
  const lines = firefoxUserJs({ 'network.proxy.type': 1 }).trimEnd().split('\n');
  for (const line of lines) assert.match(line, /^user_pref\("[\w.-]+", (?:true|false|-?\d+|"[^"]*")\);$/);
  assert.ok(lines.includes('user_pref("privacy.reduceTimerPrecision", false);'));
  assert.ok(lines.includes('user_pref("privacy.reduceTimerPrecision.unconditional", false);'));
  assert.ok(lines.includes('user_pref("network.proxy.type", 1);'));
});
