import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { parseStudy } from '../../study/resolve/load-study.ts';
import { makePlan } from '../make-plan.ts';
import { sayPlan } from '../say/say-plan.ts';

function said(factors: string): string {
  const text = `study: s\ntitle: S\nquestion: Q\nfactors: ${factors}\nprotocol: {design: predicted}`;
  const study = parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5);
  return sayPlan(study, makePlan(study, { noLink: null }));
}

describe('the plan of a study by design', () => {
  const text = said(
    '{n: [10, 100, 1000], format: [json, xml, protobuf], compression: [none, gzip], network: [none, 3g], browser: chromium}',
  );

  const design = text.slice(text.indexOf('By design'), text.indexOf('Compared:'));

  it('says how many cells are measured, which and why, and how many are predicted', () => {
    assert.equal(
      design,
      `By design 19 of 36 cells are measured, and 17 predicted from them:
   6  tells encode, decode, handling and bytes (at 10 and 1 000 objects)
   2  anchor of network 3g (at 10 and 1 000 objects)
   1  tells compress, decompress, bytes and its format with its compression (at
        10 objects)
   2  tells compress, bytes and its format with its compression (at 10 objects)
   1  tells compress, decompress and bytes (at 1 000 objects)
   2  tells compress and bytes (at 1 000 objects)
   5  held out: measured to check the predictions of them (at 10 and 100
        objects)

`,
    );
    assert.match(text, /19 of 36 cells are run, 17 predicted:/);
    assert.doesNotMatch(text, /skipped/);
  });

  it('keeps to 80 columns', () => {
    assert.deepEqual(
      design.split('\n').filter((line) => line.length > 80),
      [],
    );
  });

  it('says where it saves nothing, and why', () => {
    const nothing = said('{n: 10, format: [json, xml], browser: chromium}').replace(/\s+/g, ' ');
    assert.match(
      nothing,
      /By design every cell is measured: predictions would save nothing here\. 2 tells encode/,
    );
    const messages = said('{transport: [websocket, sse], n: 100, size: 100, browser: node}');
    assert.match(
      messages.replace(/\s+/g, ' '),
      /By design every cell is measured: predictions would save nothing here\. 2 messages are sequences, which this model says nothing of/,
    );
  });
});
