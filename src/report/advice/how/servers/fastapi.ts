import { absentMarks } from '../columns.ts';
import { avroInPython } from '../python/avro.ts';
import type { PythonBody } from '../python/code.ts';
import { protobufInPython } from '../python/protobuf.ts';
import { xmlInPython } from '../python/xml.ts';
import { lines, MEDIA_TYPES, noSnippet, type Recipe, type ServerHow } from '../snippet.ts';

export const FASTAPI: ServerHow = {
  name: 'fastapi',
  title: 'FastAPI',
  write(recipe) {
    const made = pythonBody(recipe);
    if (made === null) return noSnippet(recipe, 'FastAPI', ['Express', 'Fastify']);
    const used = recipe.codings.map(({ coding }) => CODINGS[coding]!);
    const { standard = [], imports = [], beside = [], files = [], commands = [], notes = [] } = made;
    const compressors = used.flatMap(({ packageName }) => packageName ?? []);
    const packages = [...made.packages, ...compressors];
    const code = lines(
      sortedImports([
        ...['import json', 'from pathlib import Path'],
        ...standard,
        ...used.flatMap(({ standard }) => standard ?? []),
      ]),
      '',
      sortedImports([
        ...['from fastapi import FastAPI, Request, Response'],
        ...imports,
        ...compressors.map((name) => `import ${name}`),
      ]),
      '',
      ...(beside.length === 0 ? [] : [beside, '']),
      '# In place of this: your own data.',
      `DATA = json.loads(Path("${recipe.name}.json").read_text("utf-8"))`,
      '',
      made.setup,
      codingsOf(recipe),
      'app = FastAPI()',
      '',
      '',
      answer(recipe, made.body),
    );
    return {
      commands: [
        ['pip install fastapi uvicorn', ...packages].join(' '),
        ...commands,
        'uvicorn server:app --port 3000',
      ],
      files: [{ name: 'server.py', language: 'python', code }, ...files],
      notes,
    };
  },
};

/** Modules first, then what comes from modules. */
function sortedImports(imports: readonly string[]): readonly string[] {
  return imports.toSorted(
    (a, b) => (a.startsWith('from') === b.startsWith('from') ? 0 : a < b ? 1 : -1) || (a < b ? -1 : 1),
  );
}

interface PythonCoding {
  readonly packageName?: string;
  readonly standard?: string;
  compress(level: number): string;
}

const CODINGS: Readonly<Record<string, PythonCoding>> = {
  br: { packageName: 'brotli', compress: (level) => `brotli.compress(body, quality=${level})` },
  zstd: {
    packageName: 'zstandard',
    compress: (level) => `zstandard.ZstdCompressor(level=${level}).compress(body)`,
  },
  gzip: { standard: 'import gzip', compress: (level) => `gzip.compress(body, compresslevel=${level})` },
  deflate: { standard: 'import zlib', compress: (level) => `zlib.compress(body, ${level})` },
};

function codingsOf({ codings }: Recipe): readonly string[] {
  if (codings.length === 0) return [];
  return [
    '# The preferred first.',
    'CODINGS = {',
    ...codings.map(
      ({ coding, level }) => `    "${coding}": lambda body: ${CODINGS[coding]!.compress(level)},`,
    ),
    '}',
    '',
  ];
}

function pythonBody(recipe: Recipe): PythonBody | null {
  const { format, schema } = recipe;
  switch (format) {
    case 'json':
      return { ...ORJSON, setup: [], body: 'orjson.dumps(DATA)' };
    case 'json-columns': {
      const absent = absentMarks(schema);
      return absent === undefined
        ? null
        : { ...ORJSON, setup: toColumns(absent), body: 'orjson.dumps(to_columns(DATA))' };
    }
    case 'csv':
      return {
        packages: [],
        standard: ['import csv', 'import io'],
        setup: TO_CSV,
        body: 'to_csv(DATA).encode()',
      };
    case 'msgpack':
      return {
        packages: ['ormsgpack'],
        imports: ['import ormsgpack'],
        setup: [],
        body: 'ormsgpack.packb(DATA)',
      };
    case 'protobuf':
      return protobufInPython(recipe);
    case 'avro':
      return avroInPython(recipe);
    case 'xml':
    case 'xml-attributes':
      return xmlInPython(recipe);
    default:
      return null;
  }
}

const ORJSON = { packages: ['orjson'], imports: ['import orjson'] };

function toColumns(absent: Readonly<Record<string, unknown>>): readonly string[] {
  const marks = Object.keys(absent).length > 0;
  return [
    ...(marks
      ? [
          '# Stands for no value at all.',
          `ABSENT = json.loads(${JSON.stringify(JSON.stringify(absent))})`,
          '',
        ]
      : []),
    '',
    'def to_columns(records: list[dict]) -> dict:',
    '    """A list for each property: names stand there once."""',
    '    names = dict.fromkeys(name for record in records for name in record)',
    marks
      ? '    columns = {name: [record.get(name, ABSENT.get(name)) for record in records] for name in names}'
      : '    columns = {name: [record[name] for record in records] for name in names}',
    `    return {"columns": columns${marks ? ', "absent": ABSENT' : ''}}`,
    '',
    '',
  ];
}

const TO_CSV = [
  '',
  'def cell(value: object) -> object:',
  '    return str(value).lower() if isinstance(value, bool) else value',
  '',
  '',
  'def to_csv(records: list[dict]) -> str:',
  '    names = list(dict.fromkeys(name for record in records for name in record))',
  '    text = io.StringIO(newline="")',
  '    writer = csv.writer(text)',
  '    writer.writerow(names)',
  '    writer.writerows([cell(record.get(name)) for name in names] for record in records)',
  '    return text.getvalue()',
  '',
  '',
];

function answer({ name, format, codings }: Recipe, body: string): readonly string[] {
  const type = `media_type="${MEDIA_TYPES[format]}"`;
  const head = [
    `@app.get("/${name}")`,
    `def get_${name.replaceAll('-', '_')}(request: Request) -> Response:`,
  ];
  if (codings.length === 0) return [...head, `    return Response(${body}, ${type})`];
  return [
    ...head,
    `    body = ${body}`,
    '    headers = {"Vary": "Accept-Encoding"}',
    '    # What the client takes: all that it names without q=0.',
    '    parts = [part.replace(" ", "").split(";") for part in request.headers.get("accept-encoding", "").split(",")]',
    '    offered = {part[0] for part in parts if not (part[1:] and part[1].rstrip(".0") == "q=")}',
    '    coding = next((each for each in CODINGS if each in offered), None)',
    '    if coding is not None:',
    '        body = CODINGS[coding](body)',
    '        headers["Content-Encoding"] = coding',
    `    return Response(body, ${type}, headers=headers)`,
  ];
}
