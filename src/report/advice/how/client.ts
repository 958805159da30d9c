// The page's side: fetch, and the decoder that was measured. The browser asks for codings and decompresses by
// itself.

import { arrowCode, noArrow } from './arrow.ts';
import { avroCode, noAvro } from './avro.ts';
import { cellReaders } from './columns.ts';
import { noProtobuf, protobufCode, withoutComments } from './protobuf.ts';
import { lines, type NoSnippet, property, type Recipe, type Snippet } from './snippet.ts';
import { noXml, xmlCode } from './xml.ts';

interface Decoding {
  /** As npm installs them, one behind the other. */
  readonly packageName: string | null;
  readonly imports: readonly string[];
  readonly setup: readonly string[];
  /** Of `response`; the last line returns. */
  readonly body: readonly string[];
  readonly notes?: readonly string[];
}

export function clientSnippet(recipe: Recipe): Snippet | NoSnippet {
  const decoding = decodingOf(recipe);
  if (decoding === null && recipe.format === 'protobuf') return noProtobuf(recipe, null);
  if (decoding === null && recipe.format === 'arrow') return noArrow(recipe, null);
  if (decoding === null && recipe.format === 'avro') return noAvro(recipe, null);
  if (decoding === null && recipe.format.startsWith('xml')) return noXml(recipe, null);
  if (decoding === null)
    return { why: `no snippet of ${recipe.format} is tried here: its code follows from your schema` };
  const { packageName, imports, setup, body, notes = [] } = decoding;
  const code = lines(
    imports,
    ...(imports.length > 0 ? [''] : []),
    setup,
    `export async function load(url = '/${recipe.name}') {`,
    '  const response = await fetch(url);',
    "  if (!response.ok) throw new Error(url + ' answered ' + response.status);",
    body.map((line) => `  ${line}`),
    '}',
  );
  return {
    commands: packageName === null ? [] : [`npm install ${packageName}`],
    files: [{ name: 'load.mjs', language: 'js', code }],
    notes: [
      ...notes,
      ...(recipe.codings.some(({ coding }) => coding !== 'gzip' && coding !== 'deflate')
        ? ['browsers ask for br and zstd over HTTPS alone, and on this machine']
        : []),
    ],
  };
}

const BYTES = 'new Uint8Array(await response.arrayBuffer())';

function decodingOf(recipe: Recipe): Decoding | null {
  const { format, codec, schema } = recipe;
  switch (format) {
    case 'json':
      return plain(
        codec === 'JSON.parse' ? 'return JSON.parse(await response.text());' : 'return response.json();',
      );
    case 'json-columns':
      return plain(...FROM_COLUMNS);
    case 'csv': {
      const readers = cellReaders(schema);
      return readers && csv(codec, readers);
    }
    case 'msgpack':
      return codec === '@msgpack/msgpack'
        ? library(codec, "import { decode } from '@msgpack/msgpack';", [], `return decode(${BYTES});`)
        : unpackr('msgpackr/unpack', "{ useRecords: false, int64AsType: 'number' }");
    case 'msgpack-records':
      return unpackr(
        codec === 'msgpackr' ? 'msgpackr/unpack' : 'msgpackr/unpack-no-eval',
        '{ mapsAsObjects: true }',
      );
    case 'cbor':
      return library(
        'cbor-x',
        "import { Decoder } from 'cbor-x/decode';",
        ['const cbor = new Decoder({ useRecords: false, int64AsNumber: true });', ''],
        `return cbor.decode(${BYTES});`,
      );
    case 'protobuf':
      return codec === 'protobufjs' ? fromProtobuf(schema) : null;
    case 'xml':
    case 'xml-attributes':
      return codec === 'domparser' ? fromXml(recipe) : null;
    case 'avro':
      return fromAvro(schema);
    case 'arrow': {
      const made = arrowCode(schema);
      return made && fromArrow(made.fromArrow);
    }
    case 'bson':
      return library('bson', "import { deserialize } from 'bson';", [], `return deserialize(${BYTES}).data;`);
    default:
      return null;
  }
}

function plain(...body: readonly string[]): Decoding {
  return { packageName: null, imports: [], setup: [], body };
}

function library(packageName: string, from: string, setup: readonly string[], read: string): Decoding {
  return { packageName, imports: [from], setup, body: [read] };
}

function unpackr(from: string, options: string): Decoding {
  const setup = [`const unpackr = new Unpackr(${options});`, ''];
  return library('msgpackr', `import { Unpackr } from '${from}';`, setup, `return unpackr.unpack(${BYTES});`);
}

function fromProtobuf(schema: Recipe['schema']): Decoding | null {
  const made = protobufCode(schema);
  if (made === null) return null;
  const { proto, root, hasLongs, fromMessages, fromMessage } = made;
  const numbers = [
    '// Whole numbers as numbers; without this some come as objects of the package long.',
    'protobuf.util.Long = null;',
    'protobuf.configure();',
    '',
  ];
  return {
    packageName: 'protobufjs',
    imports: ["import protobuf from 'protobufjs';"],
    setup: [
      ...(hasLongs ? numbers : []),
      `const PROTO = \`${withoutComments(proto)}\`;`,
      `const type = protobuf.parse(PROTO, { keepCase: true }).root.lookupType('${root}');`,
      '',
      '// The data of messages: what was not sent is no property of its own.',
      ...fromMessages,
      '',
    ],
    body: [`const message = type.decode(${BYTES});`, `return ${fromMessage};`],
  };
}

function fromAvro(schema: Recipe['schema']): Decoding | null {
  const made = avroCode(schema);
  if (made === null) return null;
  return {
    // avsc is written for Node: a bundler takes the last two for it.
    packageName: 'avsc buffer util',
    imports: ["import avsc from 'avsc/etc/browser/avsc-types.js';", "import { Buffer } from 'buffer';"],
    setup: [
      `const SCHEMA = ${made.avsc.trimEnd()};`,
      'const type = avsc.Type.forSchema(SCHEMA, { wrapUnions: false });',
      '',
      '// The data of what was read: what was not sent is no property.',
      ...made.fromAvro,
      '',
    ],
    body: [
      'const datum = type.fromBuffer(Buffer.from(await response.arrayBuffer()));',
      `return ${made.fromDatum};`,
    ],
    notes: [
      "avsc makes code of the schema: a Content-Security-Policy of the page has to allow 'unsafe-eval'",
    ],
  };
}

function fromXml(recipe: Recipe): Decoding | null {
  const made = xmlCode(recipe);
  if (made === null) return null;
  const { fromXml: functions, topName, data } = made;
  return {
    packageName: null,
    imports: [],
    setup: [...functions, ''],
    body: [
      "const parsed = new DOMParser().parseFromString(await response.text(), 'application/xml');",
      'const top = parsed.documentElement;',
      '// What a parser complains of is an element of HTML.',
      `if (top.tagName !== '${topName}' || top.firstElementChild?.namespaceURI)`,
      "  throw new Error(url + ' answered something else');",
      `return ${data};`,
    ],
  };
}

/** `toRecords`: statements over `rows`. */
function fromArrow(toRecords: readonly string[]): Decoding {
  return {
    packageName: '@uwdata/flechette',
    imports: ["import { tableFromIPC } from '@uwdata/flechette';"],
    setup: [],
    body: [`const rows = tableFromIPC(${BYTES}).toArray();`, ...toRecords, 'return rows;'],
  };
}

const FROM_COLUMNS = [
  'const { columns, absent = {} } = await response.json();',
  'const names = Object.keys(columns);',
  'return columns[names[0]].map((_, row) => {',
  '  const has = names.filter((name) => !(name in absent) || columns[name][row] !== absent[name]);',
  '  return Object.fromEntries(has.map((name) => [name, columns[name][row]]));',
  '});',
];

function csv(codec: string, readers: NonNullable<ReturnType<typeof cellReaders>>): Decoding {
  const isD3 = codec === 'd3-dsv';
  const mayLack = readers.some(({ read }) => read.includes('? undefined :'));
  const setup = [
    '// CSV has text alone: what each column holds.',
    'const READ = {',
    ...readers.map(({ name, read }) => `  ${property(name)}: ${read},`),
    '};',
    '',
  ];
  const rows = isD3
    ? 'const [names, ...rows] = csvParseRows(await response.text());'
    : "const [names, ...rows] = Papa.parse(await response.text(), { delimiter: ',', skipEmptyLines: true }).data;";
  const all = 'names.map((name, i) => [name, READ[name](row[i])])';
  return {
    packageName: codec,
    imports: [isD3 ? "import { csvParseRows } from 'd3-dsv';" : "import Papa from 'papaparse';"],
    setup,
    body: [
      rows,
      mayLack
        ? `const own = (row) => ${all}.filter(([, value]) => value !== undefined);`
        : `const own = (row) => ${all};`,
      'return rows.map((row) => Object.fromEntries(own(row)));',
    ],
  };
}
