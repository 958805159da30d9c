import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROJECT_ROOT } from '../../src/base/places.ts';
import { ANSWER_FROM, landingPage } from './landing.ts';
import { linkPage } from './links.ts';
import { RECORD_NAMES, RECORDS, readShipped } from './records.ts';

test('the answer on the landing page leads to the report of the record that it comes from', async () => {
  const records = await Promise.all(
    ([ANSWER_FROM, 'compressions'] as const).map((name) => readShipped(PROJECT_ROOT, name)),
  );
  const links = {
    routes: new Map(),
    folders: new Map(),
    records: new Map(RECORD_NAMES.map((name) => [RECORDS[name], name])),
  };
  const { text } = linkPage({ source: 'docs/index.md', text: landingPage(records) }, links);
  const answer = text.slice(text.indexOf('## One measured answer'), text.indexOf('## The map'));
  assert.match(answer, new RegExp(`all figures\\]\\(/records/${ANSWER_FROM}/report\\.html\\)`));
});
