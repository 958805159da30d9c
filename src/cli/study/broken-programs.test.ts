import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { UserError } from '../../base/errors.ts';
import { withBrokenPrograms } from './broken-programs.ts';

const STUDY = new UserError([
  { file: 'study.yaml', path: 'factors.format', what: 'unknown format "json/mine"' },
]);

async function saidWith(clientJson: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'wirefare-broken-'));
  try {
    const client = join(folder, 'mine');
    mkdirSync(client);
    writeFileSync(join(client, 'client.json'), clientJson);
    return (await withBrokenPrograms(STUDY, { env: { WIREFARE_CLIENTS: client } })).message.replaceAll(
      folder,
      '',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const RIGHT = {
  name: 'mine',
  title: 'Mine',
  language: 'Go',
  version: '1',
  start: ['go'],
  codecs: { json: ['mine'] },
};

test('what is wrong with a client.json is told before what the study lacks because of it', async () => {
  const [first, second] = (await saidWith(JSON.stringify({ ...RIGHT, codecs: { json: 'mine' } }))).split(
    '\n',
  );
  assert.match(first!, /^\/mine\/client\.json: codecs\.json: is a text, not a list/);
  assert.match(second!, /^study\.yaml: factors\.format: unknown format "json\/mine"/);
  assert.match(await saidWith('{"codecs":'), /^\/mine\/client\.json: .*is not JSON/);
});

test('where all files can be read, the words of the study stand alone', async () => {
  assert.equal(await saidWith(JSON.stringify(RIGHT)), STUDY.message);
});
