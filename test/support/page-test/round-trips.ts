// Runs inside a browser's page (bundled by in-a-page.test.ts): every codec decodes what every encoder made,
// and the outcome is left in the document as JSON.

import { datasetNamed, generateRecords } from '../../../src/data/catalogue.ts';
import { firstDifference } from '../../../src/data/equal.ts';
import { flatSchema } from '../../../src/data/flat-schema.ts';
import type { DataRecord, DataSchema } from '../../../src/data/schema.ts';
import { codecNamed, FORMATS } from '../../../src/formats/catalogue.ts';
import { bodyFor } from './body-for.ts';
import { type BodySource, documentsDecoded } from './documents-decoded.ts';
import type { Outcome } from './outcome.ts';
import { soapProblems } from './soap-problems.ts';

const SCHEMA = flatSchema('Things', 'Thing', [
  { name: 'label', type: 'string' },
  { name: 'count', type: 'int32' },
  { name: 'weight', type: 'double' },
  { name: 'here', type: 'boolean' },
]);

const NASTY = [
  '',
  ' two  spaces ',
  '\t\n\r\r\n',
  '&<>"\'',
  '&amp;&#13;',
  ']]>',
  '<![CDATA[',
  '</thing>',
  'é€\u{1f600}\u{10ffff}',
  '\u007f\u0085\u2028\ufeff',
];

const THINGS: DataRecord[] = NASTY.map((label, i) => ({
  label,
  count: i % 2 === 0 ? 2_147_483_647 - i : -2_147_483_648 + i,
  weight: [0, 5e-324, 1.7976931348623157e308, -1e-7, 0.1 + 0.2][i % 5]!,
  here: i % 3 === 0,
}));

async function roundTrips(schema: DataSchema, records: DataRecord[]): Promise<Outcome['differences']> {
  const differences: Record<string, string | null> = {};
  for (const { name, encoders, codecs } of FORMATS) {
    for (const codec of codecs) {
      const body = await bodyFor(codec, encoders[0]!.bind(schema)(records));
      const key = `${schema.name} ${name}/${codec.name}`;
      differences[key] = firstDifference(codec.bind(schema)(body), records);
    }
  }
  return differences;
}

const BROKEN: [format: string, document: string][] = [
  ['xml', ''],
  ['xml', 'no XML at all'],
  ['xml', '<things><thing><label>a</label><count>1</count><weight>1</weight><here>true</here></thing>'],
  ['xml', '<things><thing><label>a</lable></thing></things>'],
  ['xml', '<things><thing><label>a</label><count>1</count><weight>1</weight></thing></things>'],
  ['xml', '<things><thing><count>1</count></thing></things>'],
  ['xml', '<others></others>'],
  ['xml', '<things><other/></things>'],
  ['xml', '<things/><things/>'],
  ['xml', '<!DOCTYPE things [<!ENTITY a "b">]><things></things>'],
  ['xml', '<things><!-- a --> text </things>'],
  ['xml', '<things kind="a"></things>'],
  [
    'xml',
    '<things><thing><label>a<b/></label><count>1</count><weight>1</weight><here>true</here></thing></things>',
  ],
  ['xml-attributes', '<things><thing label="a" count="1" weight="1" here="true"/>'],
  ['xml-attributes', '<things><thing label="a" count="1" weight="1"/></things>'],
  ['xml-attributes', '<things><thing label="a" count="1" weight="1" here="true" more="b"/></things>'],
  ['xml-attributes', '<things><thing label="a" label="b" count="1" weight="1" here="true"/></things>'],
];

/**
 * What the DOM decoders say of documents that are broken or of another shape; null where they said nothing.
 */
function refusals(): (string | null)[] {
  return BROKEN.map(([format, document]) => {
    try {
      codecNamed(format, 'domparser').bind(SCHEMA)(document as never);
      return null;
    } catch (thrown) {
      return String(thrown);
    }
  });
}

async function outcome(): Promise<Outcome> {
  const { schema } = datasetNamed('book');
  const books = generateRecords(datasetNamed('book'), 100);
  return {
    differences: { ...(await roundTrips(SCHEMA, THINGS)), ...(await roundTrips(schema, books)) },
    refusals: refusals(),
    soapProblems: soapProblems(),
    documents: await documentsDecoded(
      async (_document, encode) => encode(),
      () => true,
    ),
  };
}

/** Where eval is forbidden: bodies made by the server, and the decoders that say they need no eval. */
async function outcomeWithoutEval(): Promise<Outcome> {
  const served: BodySource = async (path) => {
    const response = await fetch(`/bodies/${path}`);
    if (!response.ok) throw new Error(await response.text());
    return new Uint8Array(await response.arrayBuffer());
  };
  const documents = await documentsDecoded(served, ({ needs }) => !needs.includes('eval'));
  return { differences: {}, refusals: [], soapProblems: [], documents };
}

function isEvalForbidden(): boolean {
  try {
    return new Function('return false')() as boolean;
  } catch {
    return true;
  }
}

(isEvalForbidden() ? outcomeWithoutEval() : outcome()).then(
  (value) => finish(JSON.stringify(value)),
  (thrown) => finish(String(thrown)),
);

function finish(text: string): void {
  document.body.textContent = encodeURIComponent(text);
  document.title = 'done';
}
