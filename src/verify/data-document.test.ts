import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { CALLED_DATASETS, callForDataset } from '../data/calls.ts';
import { DATASETS, generateRecords } from '../data/catalogue.ts';
import { listFlatFields } from '../data/flat-schema.ts';
import { FORMATS } from '../formats/catalogue.ts';
import { SOAP } from '../formats/soap/soap.ts';
import { XML } from '../formats/xml/xml.ts';

const document = readFileSync(path.resolve(import.meta.dirname, '../../targets/DATA.md'), 'utf8');

for (const dataset of DATASETS) {
  test(`targets/DATA.md gives the seed, the fields and the digest of ${dataset.name}`, () => {
    const text = JSON.stringify(generateRecords(dataset, 1_000));
    const digest = createHash('sha256').update(text).digest('hex');
    const bytes = text.length.toLocaleString('en').replaceAll(',', ' ');
    assert.ok(document.includes(`| ${dataset.name}, seed ${dataset.seed} |`));
    assert.ok(
      document.includes(`* ${dataset.name}: ${bytes} bytes, SHA-256 \`${digest}\``),
      `${bytes} ${digest}`,
    );
    for (const { name, type } of listFlatFields(dataset.schema)!) {
      assert.match(document, new RegExp(`\\n\\|[^|]*\\b${name}\\b[^|]*\\| ${type} \\|`));
    }
  });
}

test('targets/DATA.md describes the body of every format', () => {
  for (const { name, contentType } of FORMATS) {
    assert.ok(document.includes(`| \`${name}\` | \`${contentType}\` |`), name);
  }
});

test('an answer in SOAP has as many bytes more than one in XML in every message, and hameseder-2011 says how many', () => {
  const envelopes = CALLED_DATASETS.map((dataset) => {
    const call = callForDataset(dataset)!;
    const answer = call.answer(call.request(1));
    const [soap, xml] = [SOAP, XML].map(
      ({ encoders }) => encoders[0]!.bind(call.answerSchema)(answer).length,
    );
    assert.ok(
      document.includes(` / ${soap} (`) && document.includes(`| ${xml} (`),
      `${dataset} ${soap} ${xml}`,
    );
    return soap! - xml!;
  });
  assert.equal(envelopes.length, 6);
  assert.deepEqual([...new Set(envelopes)], [113]);
  const study = readFileSync(path.resolve(import.meta.dirname, '../../studies/hameseder-2011.yaml'), 'utf8');
  assert.match(study.replaceAll(/\s+/g, ' '), /here 113 bytes in each of the six messages/);
});
