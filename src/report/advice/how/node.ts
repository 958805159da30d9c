// What the servers on Node share: how a body is made of the data, and compressed by node:zlib.

import { arrowCode, OF_THESE_COLUMNS } from './arrow.ts';
import { avroCode, OF_THIS_SCHEMA } from './avro.ts';
import { absentMarks } from './columns.ts';
import { OF_THESE_DATA, protobufCode } from './protobuf.ts';
import { property, type Recipe, type SnippetFile } from './snippet.ts';
import { xmlCode } from './xml.ts';

interface NodeBody {
  readonly packages: readonly string[];
  readonly imports: readonly string[];
  /** Functions and constants before the server. */
  readonly setup: readonly string[];
  /** An expression over `data`. */
  readonly body: string;
  /** Beside the server's own. */
  readonly files?: readonly SnippetFile[];
}

const PLAIN = { packages: [], imports: [], setup: [] };

const TO_CSV = [
  '// Quotes only where they must be; RFC 4180.',
  'const cell = (value) => {',
  "  const text = String(value ?? '');",
  `  return /[",\\r\\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;`,
  '};',
  'const toCsv = (records) => {',
  '  const names = [...new Set(records.flatMap(Object.keys))];',
  '  const rows = [names, ...records.map((record) => names.map((name) => record[name]))];',
  "  return rows.map((row) => row.map(cell).join(',') + '\\r\\n').join('');",
  '};',
  '',
];

function toColumns(absent: Readonly<Record<string, unknown>>): readonly string[] {
  const marks = Object.entries(absent).map(([name, mark]) => `${property(name)}: ${JSON.stringify(mark)}`);
  const hasMarks = marks.length > 0;
  return [
    '// An array for each property: names stand there once.',
    ...(hasMarks ? [`const ABSENT = { ${marks.join(', ')} }; // stands for no value at all`] : []),
    'const toColumns = (records) => {',
    '  const names = [...new Set(records.flatMap(Object.keys))];',
    hasMarks
      ? '  const value = (record, name) => (Object.hasOwn(record, name) ? record[name] : ABSENT[name]);'
      : '  const value = (record, name) => record[name];',
    '  const column = (name) => [name, records.map((record) => value(record, name))];',
    `  return { columns: Object.fromEntries(names.map(column))${hasMarks ? ', absent: ABSENT' : ''} };`,
    '};',
    '',
  ];
}

function packer(useRecords: boolean): NodeBody {
  return {
    packages: ['msgpackr'],
    imports: ["import { Packr } from 'msgpackr';"],
    setup: [`const packr = new Packr({ useRecords: ${useRecords}, variableMapSize: true });`, ''],
    body: 'packr.pack(data)',
  };
}

/** null where Node's servers have no snippet of the format. */
export function nodeBody(recipe: Recipe): NodeBody | null {
  const { format, codec, schema } = recipe;
  switch (format) {
    case 'json':
      return { ...PLAIN, body: 'Buffer.from(JSON.stringify(data))' };
    case 'json-columns': {
      const absent = absentMarks(schema);
      if (absent === undefined) return null;
      return { ...PLAIN, setup: toColumns(absent), body: 'Buffer.from(JSON.stringify(toColumns(data)))' };
    }
    case 'csv':
      return { ...PLAIN, setup: TO_CSV, body: 'Buffer.from(toCsv(data))' };
    case 'msgpack':
      if (codec !== '@msgpack/msgpack') return packer(false);
      return {
        packages: ['@msgpack/msgpack'],
        imports: ["import { encode } from '@msgpack/msgpack';"],
        setup: [],
        body: 'Buffer.from(encode(data))',
      };
    case 'msgpack-records':
      return packer(true);
    case 'cbor':
      return {
        packages: ['cbor-x'],
        imports: ["import { Encoder } from 'cbor-x';"],
        setup: ['const cbor = new Encoder({ useRecords: false, variableMapSize: true });', ''],
        body: 'cbor.encode(data)',
      };
    case 'bson':
      return {
        packages: ['bson'],
        imports: ["import { serialize } from 'bson';"],
        setup: [],
        // The root of BSON is always a document.
        body: 'Buffer.from(serialize({ data }))',
      };
    case 'protobuf':
      return codec === 'protobufjs' ? toProtobuf(recipe) : null;
    case 'xml':
    case 'xml-attributes': {
      const made = xmlCode(recipe);
      return made && { ...PLAIN, setup: [...made.toXml, ''], body: `Buffer.from(${made.document})` };
    }
    case 'avro':
      return avroBody(recipe);
    case 'arrow': {
      const made = arrowCode(schema);
      return (
        made && {
          packages: ['@uwdata/flechette'],
          imports: [`import { ${made.calls.join(', ')} } from '@uwdata/flechette';`],
          setup: [...made.toArrow, ''],
          body: 'Buffer.from(toArrow(data))',
        }
      );
    }
    default:
      return null;
  }
}

function toProtobuf({ name, schema }: Recipe): NodeBody | null {
  const made = protobufCode(schema);
  if (made === null) return null;
  const { proto, root, toMessages, toMessage } = made;
  return {
    packages: ['protobufjs'],
    imports: ["import protobuf from 'protobufjs';"],
    setup: [
      `const file = protobuf.parse(readFileSync('${name}.proto', 'utf8'), { keepCase: true });`,
      `const type = file.root.lookupType('${root}');`,
      '',
      '// Messages of the data: what is undefined is not written.',
      ...toMessages,
      '',
    ],
    body: `type.encode(${toMessage}).finish()`,
    files: [{ name: `${name}.proto`, language: 'proto', code: proto }],
  };
}

function avroBody({ name, schema }: Recipe): NodeBody | null {
  const made = avroCode(schema);
  if (made === null) return null;
  const { avsc, toAvro, toDatum } = made;
  return {
    packages: ['avsc'],
    imports: ["import avsc from 'avsc';"],
    setup: [
      `const schema = JSON.parse(readFileSync('${name}.avsc', 'utf8'));`,
      'const type = avsc.Type.forSchema(schema, { wrapUnions: false });',
      '',
      ...(toAvro.length === 0 ? [] : ['// The data as the schema has them.', ...toAvro, '']),
    ],
    body: `type.toBuffer(${toDatum})`,
    files: [{ name: `${name}.avsc`, language: 'json', code: avsc }],
  };
}

const CALLS: Readonly<Record<string, (level: number) => string>> = {
  br: (level) =>
    `promisify(zlib.brotliCompress)(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: ${level} } })`,
  zstd: (level) =>
    `promisify(zlib.zstdCompress)(body, { params: { [zlib.constants.ZSTD_c_compressionLevel]: ${level} } })`,
  gzip: (level) => `promisify(zlib.gzip)(body, { level: ${level} })`,
  deflate: (level) => `promisify(zlib.deflate)(body, { level: ${level} })`,
};

/** `const CODINGS = …`, the preferred first; nothing where the body goes as it is. */
export function nodeCodings({ codings }: Recipe): readonly string[] {
  if (codings.length === 0) return [];
  return [
    '// The preferred first.',
    'const CODINGS = {',
    ...codings.map(({ coding, level }) => `  ${coding}: (body) => ${CALLS[coding]!(level)},`),
    '};',
    '',
  ];
}

export function nodeImports({ codings }: Recipe): readonly string[] {
  return [
    "import { readFileSync } from 'node:fs';",
    ...(codings.length > 0
      ? ["import { promisify } from 'node:util';", "import zlib from 'node:zlib';"]
      : []),
  ];
}

export function nodeData({ name }: Recipe): readonly string[] {
  return [
    '',
    '// In place of this: your own data.',
    `const data = JSON.parse(readFileSync('${name}.json', 'utf8'));`,
    '',
  ];
}

export function nodeNotes({ codings, format }: Recipe): readonly string[] {
  return [
    ...(codings.some(({ coding }) => coding === 'zstd')
      ? ['zstd is in node:zlib since Node 22.15; older ones send the next coding']
      : []),
    ...(format === 'protobuf' ? [OF_THESE_DATA] : []),
    ...(format === 'avro' ? [OF_THIS_SCHEMA] : []),
    ...(format === 'arrow' ? [OF_THESE_COLUMNS] : []),
  ];
}
