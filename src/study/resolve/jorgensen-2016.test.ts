import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  loadShipped as load,
  SHIPPED_VOCABULARY as VOCABULARY,
} from '../../../test/support/studies/shipped-studies.ts';
import type { Cell } from '../../factors/cell.ts';
import { isCompressed } from '../../factors/compression.ts';
import { allCells } from '../cells/keep-cells.ts';
import { withSettings } from '../change/with-settings.ts';
import type { PublishedTable } from '../study.ts';

describe('jorgensen-2016', () => {
  it('has its eight runs in Qt 5, and in Qt 6 with what has come since', async () => {
    const { parts } = await load('jorgensen-2016');
    const [runs, today, gzip] = parts.map(({ cells }) => cells);
    const runOf = ({ format, codec }: Cell) => `${format}/${codec}`;
    assert.deepEqual(runs!.map(runOf), [
      'json/QJsonDocument',
      'json/nlohmann-json',
      'xml-attributes/QXmlStreamReader',
      'xml-attributes/QXmlSimpleReader',
      'xml-attributes/QDomDocument',
      'xml/QXmlStreamReader',
      'xml/QDomDocument',
      'xml/QXmlSimpleReader',
    ]);
    assert.ok(runs!.every(({ encoder }) => ['json_encode', 'SimpleXML'].includes(encoder)));
    // Nine decoders, XMLWriter for both forms of XML, gzip for each of three formats.
    assert.equal(today!.length, 9 + 2 + 3);
    const again = today!.filter(
      ({ compression, encoder, codec }) =>
        !isCompressed(compression) && encoder !== 'XMLWriter' && codec !== 'simdjson',
    );
    assert.deepEqual(again.map(runOf).toSorted(), runs!.map(runOf).toSorted());
    // The same formats by gzip to Qt 5 as to Qt 6.
    const zipped = (cells: readonly Cell[]) =>
      cells.filter(({ compression }) => isCompressed(compression)).map(runOf);
    assert.deepEqual(zipped(gzip!), zipped(today!));
    assert.deepEqual([gzip!.length, new Set(gzip!.map(({ browser }) => browser))], [3, new Set(['qt5'])]);
  });

  it('has all claims from J1 to J4, each of the eight runs', async () => {
    const { claims } = await load('jorgensen-2016');
    const ids = new Set(claims.map(({ id }) => id.replace(/[a-z]$/, '')));
    assert.deepEqual([...ids], ['J1', 'J2', 'J3', 'J4']);
    assert.ok(claims.every(({ part }) => part === 'runs'));
  });

  it('weighs as they did: their own figures make the index that they published', async () => {
    const { index, publishedFigures } = await load('jorgensen-2016');
    const [{ metrics, rows }] = publishedFigures as [PublishedTable];
    const first = rows[0]!.figures;
    for (const { figures } of rows) {
      const own = index!.weights.map(({ metric, share }) => {
        const column = metrics.indexOf(metric);
        return (share * figures[column]!) / first[column]!;
      });
      const sum = own.reduce((total, value) => total + value, 0);
      assert.equal(sum.toFixed(2), figures[metrics.indexOf('index')]!.toFixed(2));
    }
  });

  it('takes less than two minutes, in as many sessions as fit', async () => {
    const { protocol } = await load('jorgensen-2016');
    assert.ok(protocol.budgetMs < 120_000 && protocol.sessions === null);
    assert.deepEqual(protocol.published, { warmup: 0, counted: 100 });
  });

  it('is asked of Qt 6 alone by --browser, each run once', async () => {
    const { study } = withSettings(await load('jorgensen-2016'), { browser: ['qt6'] }, VOCABULARY);
    assert.equal(new Set(allCells(study).map((cell) => JSON.stringify(cell))).size, allCells(study).length);
    assert.deepEqual(
      study.parts.map(({ cells }) => cells.length),
      [8, 14 - 8],
    );
    assert.ok(study.index !== undefined && study.claims.some(({ id }) => id === 'J3a'));
  });
});
