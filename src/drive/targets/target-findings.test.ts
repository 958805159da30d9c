import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { targetFindings } from './target-findings.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-test-'));
after(() => rmSync(scratch, { recursive: true }));

const HERE = { what: 'A server', files: [path.join(scratch, 'serv*r')], packages: ['a-server'] };
const NOWHERE = { what: 'A module', files: [path.join(scratch, 'nowhere')], packages: ['a-module'] };

/** What doctor tells of a target with these fields, on a machine with a program called php or without one. */
async function told(name: string, fields: object, hasPhp = true) {
  const projectRoot = path.join(scratch, name);
  const folder = path.join(projectRoot, 'targets', name);
  mkdirSync(folder, { recursive: true });
  const file = { name, title: name, language: 'PHP', version: '1', start: ['php', 'start.php'], ...fields };
  writeFileSync(path.join(folder, 'target.json'), JSON.stringify(file));
  const env = { PATH: scratch, WIREFARE_PHP: path.join(scratch, hasPhp ? 'php' : 'no-php') };
  return targetFindings({ projectRoot, cacheDir: scratch, env });
}

test('doctor names all that a target lacks with the command that brings it, and what it runs by where nothing is missing', async () => {
  writeFileSync(path.join(scratch, 'server'), '');
  writeFileSync(path.join(scratch, 'php'), '', { mode: 0o755 });
  const [complete] = await told('complete', { needs: [HERE] });
  assert.equal(complete?.status, 'ok');
  assert.equal(complete.what, `has what it needs, run by ${path.join(scratch, 'php')}`);
  const [lacking] = await told('lacking', { needs: [HERE, NOWHERE] });
  assert.equal(lacking?.status, 'missing');
  assert.match(lacking.what, /A module/);
  assert.doesNotMatch(lacking.what, /A server/);
  assert.match(lacking.remedy, /a-module/);
});

test('doctor tells where nothing runs a target, and nothing of one that the lab itself runs', async () => {
  const [unrunnable] = await told('unrunnable', {}, false);
  assert.equal(unrunnable?.status, 'missing');
  assert.match(unrunnable.what, /but what runs it: .*no-php/);
  const others = await told('own', { start: ['node', 'main.js'] });
  assert.deepEqual(
    others.map(({ name }) => name),
    ['targets nginx+NAME'],
  );
});

test('doctor tells of every target elsewhere and where it lies, and of one whose file is wrong beside the others', async () => {
  const projectRoot = path.join(scratch, 'empty-project');
  const elsewhere = path.join(scratch, 'elsewhere');
  const about = { title: 'T', language: 'L', version: '1', start: ['node', 'main.js'] };
  for (const [name, file] of [
    ['fine', { name: 'fine', ...about }],
    ['wrong', { name: 'wrong', ...about, start: 'node', tittle: 'x' }],
  ] as const) {
    mkdirSync(path.join(elsewhere, name), { recursive: true });
    writeFileSync(path.join(elsewhere, name, 'target.json'), JSON.stringify(file));
  }
  const env = { WIREFARE_TARGETS: elsewhere };
  const [fine, wrong] = await targetFindings({ projectRoot, cacheDir: scratch, env });
  assert.deepEqual([fine?.name, fine?.status], ['target fine', 'ok']);
  assert.ok(fine?.what.endsWith(`in ${path.join(elsewhere, 'fine')}`));
  assert.deepEqual([wrong?.name, wrong?.status], ['target wrong', 'missing']);
  assert.match(wrong!.what, /start: is a text, not a list; and 1 more$/);
});
