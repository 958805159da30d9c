import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { canonicalText } from '../../test/support/documents/canonical-text.ts';
import { JavaRandom } from '../base/java-random.ts';
import { DATASET_NAMES, DATASETS, datasetNamed, generateRecords } from './catalogue.ts';
import { listFlatFields } from './flat-schema.ts';
import type { DataRecord } from './schema.ts';

interface Digest {
  seed: number;
  records: number;
  sha256: string;
  first: string;
}

const FROM_JAVA = JSON.parse(
  readFileSync(new URL('./testdata/dataset-digests.json', import.meta.url), 'utf8'),
) as Record<string, Digest>;

test('the first 1 000 records of every dataset are those that real Java draws', () => {
  assert.deepEqual(Object.keys(FROM_JAVA), DATASET_NAMES);
  for (const dataset of DATASETS) {
    const java = FROM_JAVA[dataset.name]!;
    assert.equal(dataset.seed, java.seed);
    const records = generateRecords(dataset, java.records);
    assert.equal(canonicalText(records.slice(0, 1), dataset.schema), java.first);
    const sha256 = createHash('sha256').update(canonicalText(records, dataset.schema)).digest('hex');
    assert.equal(sha256, java.sha256);
  }
});

test('records have the properties of the schema in its order, with its types', () => {
  for (const dataset of DATASETS) {
    for (const record of generateRecords(dataset, 50)) {
      assert.deepEqual(
        Object.keys(record),
        listFlatFields(dataset.schema)!.map((field) => field.name),
      );
      for (const { name, type } of listFlatFields(dataset.schema)!) {
        const expected = type === 'int32' || type === 'double' ? 'number' : type;
        assert.equal(typeof record[name], expected);
        if (type === 'int32') assert.ok(Number.isInteger(record[name]));
      }
    }
  }
});

const lengths = (records: DataRecord[], name: string) => records.map((each) => (each[name] as string).length);
const extent = (values: number[]) => [Math.min(...values), Math.max(...values)];

test('Books keep the rules of the study, up to both ends of every range', () => {
  const books = generateRecords(datasetNamed('book'), 20_000);
  assert.deepEqual(extent(lengths(books, 'title')), [10, 30]);
  assert.deepEqual(extent(lengths(books, 'author')), [10, 20]);
  assert.deepEqual(extent(lengths(books, 'description')), [100, 400]);
  assert.deepEqual(extent(books.map((book) => book.numInStock as number)), [0, 1_000]);
  for (const book of books) {
    assert.match(
      book.image as string,
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.png$/,
    );
    assert.ok((book.price as number) >= 0 && (book.price as number) <= 2_000);
    assert.match(String(book.price), /^\d+(\.\d\d?)?$/);
  }
  assert.deepEqual([...new Set(books.map((book) => book.type))].sort(), [
    'DIGITAL',
    'HARDCOVER',
    'PAPERBACK',
  ]);
  assert.equal(new Set(books.map((book) => book.onSale)).size, 2);
});

test('Videos keep the rules of the study', () => {
  const videos = generateRecords(datasetNamed('video'), 20_000);
  for (const video of videos) {
    assert.match(video.uri as string, /^https:\/\/www\.youtube\.com\/watch\?v=[0-9A-Za-z]{11}$/);
    assert.ok((video.width as number) > (video.height as number));
    assert.ok((video.length as number) >= 10 && (video.length as number) <= 3_600);
    assert.ok((video.views as number) >= 0 && (video.views as number) <= 10_000_000);
  }
  assert.deepEqual(extent(lengths(videos, 'title')), [10, 30]);
  assert.equal(new Set(videos.map((video) => `${video.width}x${video.height}`)).size, 8);
  assert.equal(new Set(videos.map((video) => video.format)).size, 8);
});

test('files are told apart by their names alone', () => {
  const [first, ...others] = generateRecords(datasetNamed('file'), 2_100);
  assert.deepEqual(first, {
    name: 'filename0.extension',
    mtime: '1997-07-16T19:20:30+00:00',
    size: 1_231_234,
    md5: 'sdfasfarf4r5sf',
  });
  others.forEach((file, i) => {
    assert.deepEqual(file, { ...first, name: `filename${i + 1}.extension` });
  });
});

test('a generator resumed in the middle gives the rest of the same records', () => {
  for (const dataset of DATASETS) {
    const random = new JavaRandom(dataset.seed);
    for (let i = 0; i < 100; i++) dataset.generate(random, i);
    const resumed = JavaRandom.resumed(random.state);
    const rest = Array.from({ length: 20 }, (_, i) => dataset.generate(resumed, 100 + i));
    assert.deepEqual(rest, generateRecords(dataset, 120).slice(100));
  }
});

test('an unknown dataset is a bug that names the known ones', () => {
  assert.throws(() => datasetNamed('books'), /there are book, video, file/);
});
