import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { parquetMetadata } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { seededRandom } from '../../base/random.ts';
import { decodeCodes, hasOwnPages, readPages } from './parquet-pages.ts';

const ZSTD = { codec: 'ZSTD', compressors: { ZSTD: (raw: Uint8Array) => zstdCompressSync(raw) } } as const;

/** One column, written as our files are, and its pages read back; numbers stand for themselves. */
async function readBack(column: ColumnSource, rows: number): Promise<Float64Array> {
  const bytes = parquetWriteBuffer({ columnData: [column], ...ZSTD, pageSize: 2048, rowGroupSize: rows });
  const { row_groups: groups, schema } = parquetMetadata(bytes);
  const own = groups[0]!.columns[0]!.meta_data!;
  assert.ok(hasOwnPages(own, schema[1]!));
  const start = Number(own.dictionary_page_offset ?? own.data_page_offset);
  const to = new Float64Array(rows);
  let at = 0;
  for (const page of await readPages(bytes.slice(start, start + Number(own.total_compressed_size)), own)) {
    if ('values' in page) {
      to.set(Array.from(page.values, Number), at);
      at += page.values.length;
    } else {
      decodeCodes(page, Array.from(page.levels, Number), to.subarray(at, at + page.rows));
      at += page.rows;
    }
  }
  assert.equal(at, rows);
  return to;
}

/** Of so many levels, now each row another, now one for a while. */
function levelsInRows(levels: number, rows: number): number[] {
  const random = seededRandom(levels);
  const drawn: number[] = [];
  while (drawn.length < rows) {
    const level = Math.floor(random() * levels);
    const times = random() < 0.3 ? Math.floor(random() * 300) : 1;
    for (let i = 0; i < times && drawn.length < rows; i++) drawn.push(level);
  }
  return drawn;
}

test('codes of every width come back, in runs and packed', async () => {
  for (const levels of [1, 2, 3, 5, 9, 24, 300, 2000]) {
    const rows = 4099;
    const drawn = levelsInRows(levels, rows);
    const texts = drawn.map(String);
    const ofNumbers = { name: 'block', type: 'INT32', nullable: false } as const;
    const ofTexts = { name: 'cell', type: 'STRING', nullable: false } as const;
    assert.deepEqual([...(await readBack({ ...ofNumbers, data: Int32Array.from(drawn) }, rows))], drawn);
    assert.deepEqual([...(await readBack({ ...ofTexts, data: texts }, rows))], drawn);
  }
});

test('numbers come back to the last bit, and flags, few of them too', async () => {
  const random = seededRandom(1);
  for (const rows of [1, 9, 16, 17, 5000]) {
    const ms = Float64Array.from({ length: rows }, () => random() * 10);
    const flags = levelsInRows(2, rows);
    const column = { name: 'totalMs', type: 'DOUBLE', encoding: 'PLAIN', nullable: false } as const;
    assert.deepEqual(await readBack({ ...column, data: ms }, rows), ms);
    const data = flags.map((flag) => flag === 1);
    assert.deepEqual(
      [...(await readBack({ name: 'warmup', type: 'BOOLEAN', nullable: false, data }, rows))],
      flags,
    );
  }
});

test('codes that end too early are refused', () => {
  const codes = Uint8Array.of(20, 1);
  const to = new Uint8Array(11);
  assert.throws(() => decodeCodes({ levels: [0, 7], rows: 11, width: 1, codes }, [0, 7], to), /too early/);
  decodeCodes({ levels: [0, 7], rows: 10, width: 1, codes }, [0, 7], to);
  assert.deepEqual([...to], [...Array(10).fill(7), 0]);
});
