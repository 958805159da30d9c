import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
import { MOST_UPLOAD_BYTES, Uploads } from './uploads.ts';

const temp = mkdtempSync(join(tmpdir(), 'wirefare-uploads-'));
after(() => rmSync(temp, { recursive: true }));

const body = (text: string) => new Blob([text]).stream() as ReadableStream<Uint8Array>;

test('what is dropped lies under its name in a folder of its own, and goes with the lab', async () => {
  const uploads = new Uploads(() => temp);
  assert.deepEqual(readdirSync(temp), [], 'nothing before it is needed');
  const first = await uploads.save('orders.json', null, body('[1]'));
  const second = await uploads.save('orders.json', 3, body('[2]'));
  assert.notEqual(first.dir, second.dir);
  assert.equal(readFileSync(join(first.dir, 'orders.json'), 'utf8'), '[1]');
  assert.deepEqual(uploads.get(second.id), second);
  assert.throws(() => uploads.get('another'), /is no longer here: drop it again/);
  uploads.remove();
  assert.deepEqual(readdirSync(temp), []);
});

test('a name leads nowhere else', async () => {
  const uploads = new Uploads(() => temp);
  for (const name of [
    '../../etc/passwd',
    '..',
    '.',
    '',
    '/abs/a.json',
    'C:\\x\\b.csv',
    '-rf',
    'a\0b.json',
    '<img>.json',
  ]) {
    const { dir, name: own } = await uploads.save(name, null, body('{}'));
    assert.ok(!/[/\\\0<]/.test(own) && !own.startsWith('.') && !own.startsWith('-') && own !== '', name);
    assert.ok(existsSync(join(dir, own)), name);
  }
  uploads.remove();
});

test('what is too large is refused by what it says of itself, or as soon as it has come', async () => {
  const uploads = new Uploads(() => temp);
  await assert.rejects(
    uploads.save('huge.json', 1_000_000_000, body('')),
    /huge\.json: has 1000 MB, and the page takes 100 MB: a part of it tells as much$/,
  );
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1_000_000;
      controller.enqueue(new Uint8Array(1_000_000));
    },
  });
  await assert.rejects(uploads.save('endless', null, endless), /the page takes 100 MB/);
  assert.ok(sent < MOST_UPLOAD_BYTES + 20_000_000, String(sent));
  assert.deepEqual(
    readdirSync(temp).flatMap((name) => readdirSync(join(temp, name))),
    [],
    'nothing of it stays',
  );
  uploads.remove();
});

test('a full disk, or a folder that is not there, is told as one, with what mends it', async () => {
  const isGap = (reason: RegExp) => (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError, String(thrown));
    assert.equal(thrown.message, 'orders.json cannot be kept');
    assert.match(thrown.tried[0]!, reason);
    assert.match(thrown.remedy, /^make room in the folder of temporary files, .*TMPDIR=/);
    return true;
  };
  const nowhere = new Uploads(() => join(temp, 'nowhere'));
  await assert.rejects(nowhere.save('orders.json', null, body('[1]')), isGap(/ENOENT/));

  const uploads = new Uploads(() => temp);
  const full = body('[1]');
  const read = full.getReader.bind(full) as () => ReadableStreamDefaultReader<Uint8Array>;
  const folders = () =>
    readdirSync(temp).flatMap((page) => readdirSync(join(temp, page)).map((id) => join(temp, page, id)));
  // When it is about to be read, its folder is there and its file not yet.
  Object.defineProperty(full, 'getReader', {
    value: () => {
      for (const folder of folders()) symlinkSync('/dev/full', join(folder, 'orders.json'));
      return read();
    },
  });
  await assert.rejects(uploads.save('orders.json', null, full), isGap(/ENOSPC/));
  assert.deepEqual(folders(), [], 'nothing of it stays');
  uploads.remove();
});
