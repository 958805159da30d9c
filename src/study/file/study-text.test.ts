import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { UserError } from '../../base/errors.ts';
import { fsReader } from './fs-reader.ts';
import { readStudyText, type StudyReader } from './study-text.ts';

async function whyRefused(path: string, reader: StudyReader = fsReader): Promise<string> {
  try {
    await readStudyText(path, reader);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.message;
  }
  throw new Error(`${path} was read`);
}

describe('readStudyText', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wirefare-study-'));
    await writeFile(join(folder, 'quick.yaml'), 'study: quick # µ');
    await mkdir(join(folder, 'nested'));
  });
  after(() => rm(folder, { recursive: true }));

  it('reads a text file in UTF-8', async () => {
    assert.equal(await readStudyText(join(folder, 'quick.yaml'), fsReader), 'study: quick # µ');
  });

  it('names the nearest study beside a missing file', async () => {
    const said = await whyRefused(join(folder, 'qick.yaml'));
    assert.equal(said, `${folder}/qick.yaml: no such file (did you mean ${folder}/quick.yaml?)`);
  });

  it('names the nearest study in the nearest folder', async () => {
    await writeFile(join(folder, 'nested', 'late.yaml'), 'study: late');
    const said = await whyRefused(join(folder, 'nestd/lat.yaml'));
    assert.equal(said, `${folder}/nestd/lat.yaml: no such file (did you mean ${folder}/nested/late.yaml?)`);
  });

  it('says that a file is missing where even the folder is', async () => {
    assert.match(await whyRefused(join(folder, 'no/such/file.yaml')), /: no such file$/);
    assert.match(await whyRefused(join(folder, 'quick.yaml/inside.yaml')), /: no such file$/);
  });

  it('refuses a folder and what is no regular file', async () => {
    assert.match(await whyRefused(join(folder, 'nested')), /: is a folder; name a study file in it$/);
    assert.match(await whyRefused('/dev/zero'), /: is not a regular file$/);
  });

  it('refuses bytes that are no text', async () => {
    await writeFile(join(folder, 'zeros.yaml'), new Uint8Array([65, 0, 66]));
    await writeFile(join(folder, 'latin1.yaml'), new Uint8Array([0xe9, 0x20, 0xff]));
    assert.match(await whyRefused(join(folder, 'zeros.yaml')), /: is not a text file$/);
    assert.match(await whyRefused(join(folder, 'latin1.yaml')), /: is not a text file in UTF-8$/);
  });

  it('refuses a file of 100 MB without reading it', async () => {
    const huge: StudyReader = {
      look: async () => ({ kind: 'file', bytes: 100_000_000 }),
      read: async () => assert.fail('it was read'),
      nearest: () => null,
    };
    assert.equal(await whyRefused('huge.yaml', huge), 'huge.yaml: is 100 MB; a study file is at most 1 MB');
  });

  it('says why a file cannot be read', async () => {
    const denied: StudyReader = {
      look: async () => ({ kind: 'file', bytes: 10 }),
      read: async () => {
        throw new Error('EACCES: permission denied');
      },
      nearest: () => null,
    };
    assert.equal(await whyRefused('x.yaml', denied), 'x.yaml: cannot be read: EACCES: permission denied');
  });
});
