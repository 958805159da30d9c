import { absentMarks } from '../columns.ts';
import type { GoPart } from '../go-code.ts';
import { protobufInGo } from '../protobuf-go.ts';
import { lines, MEDIA_TYPES, noSnippet, type Recipe, type ServerHow } from '../snippet.ts';

export const GO: ServerHow = {
  name: 'go',
  title: 'Go',
  write(recipe) {
    const encode = encodeOf(recipe);
    if (encode === null) return noSnippet(recipe, 'Go', ['Express', 'Fastify']);
    const used = recipe.codings.map(({ coding, level }) => CODINGS[coding]!(level));
    const isCoded = used.length > 0;
    const imports = new Set([
      ...['encoding/json', 'log', 'net/http', 'os'],
      ...(isCoded ? ['strings'] : []),
      ...[encode, ...used].flatMap((part) => part.imports),
    ]);
    const foreign = [...imports].filter((path) => path.includes('.'));
    const code = lines(
      'package main',
      '',
      'import (',
      quotedImports([...imports].filter((path) => !path.includes('.'))),
      ...(foreign.length > 0 ? ['', ...quotedImports(foreign)] : []),
      ')',
      '',
      isCoded ? table(recipe) : null,
      encode.code,
      used.flatMap((part) => part.code),
      isCoded ? OFFERED : null,
      main(recipe),
    );
    return {
      commands: [...(foreign.length === 0 ? [] : [`go get ${foreign.toSorted().join(' ')}`]), 'go run .'],
      files: [{ name: 'main.go', language: 'go', code }, ...(encode.files ?? [])],
      notes: [
        ...(recipe.codings.some(({ coding }) => coding === 'zstd')
          ? ['klauspost/compress has four ways of working for zstd; yours is the nearest to the level']
          : []),
        ...(encode.notes ?? []),
      ],
    };
  },
};

function quotedImports(paths: readonly string[]): readonly string[] {
  return paths.toSorted().map((path) => `\t"${path}"`);
}

/** In the order in which they are preferred. */
function table({ codings }: Recipe): readonly string[] {
  const functions: Readonly<Record<string, string>> = {
    br: 'brotliBytes',
    zstd: 'zstdBytes',
    gzip: 'gzipBytes',
    deflate: 'zlibBytes',
  };
  return [
    '// The preferred first.',
    'var codings = []struct {',
    '\tname     string',
    '\tcompress func(body []byte) ([]byte, error)',
    '}{',
    ...codings.map(({ coding }) => `\t{"${coding}", ${functions[coding]}},`),
    '}',
    '',
  ];
}

function encodeOf(recipe: Recipe): GoPart | null {
  const { format, schema } = recipe;
  switch (format) {
    case 'json':
      return encoder([], ['\treturn json.Marshal(data)']);
    case 'json-columns': {
      const absent = absentMarks(schema);
      return absent === undefined ? null : columns(absent);
    }
    case 'msgpack':
      return encoder(
        ['bytes', 'github.com/vmihailenco/msgpack/v5'],
        [
          '\tvar body bytes.Buffer',
          '\tencoder := msgpack.NewEncoder(&body)',
          '\tencoder.SetCustomStructTag("json")',
          '\tencoder.UseCompactInts(true)',
          '\tencoder.UseCompactFloats(true)',
          '\terr := encoder.Encode(data)',
          '\treturn body.Bytes(), err',
        ],
      );
    case 'cbor':
      return encoder(['github.com/fxamacker/cbor/v2'], ['\treturn cbor.Marshal(data)']);
    case 'protobuf':
      return protobufInGo(recipe);
    default:
      return null;
  }
}

function encoder(imports: readonly string[], body: readonly string[]): GoPart {
  return { imports, code: ['func encode(data any) ([]byte, error) {', ...body, '}', ''] };
}

function columns(absent: Readonly<Record<string, unknown>>): GoPart {
  const marks = Object.entries(absent);
  const literal = (value: unknown) => (value === null ? 'nil' : JSON.stringify(value));
  const table = marks.map(([name, mark]) => `\t${JSON.stringify(name)}: ${literal(mark)},`);
  return {
    imports: [],
    code: [
      ...(marks.length === 0
        ? []
        : ['// Stands for no value at all.', 'var absent = map[string]any{', ...table, '}', '']),
      '// An array for each property: names stand there once.',
      'func encode(data any) ([]byte, error) {',
      '\tcolumns := map[string][]any{}',
      '\trecords := data.([]any)',
      '\tfor _, record := range records {',
      '\t\tfor name := range record.(map[string]any) {',
      '\t\t\tcolumns[name] = make([]any, len(records))',
      '\t\t}',
      '\t}',
      '\tfor name, column := range columns {',
      '\t\tfor row, record := range records {',
      ...(marks.length === 0
        ? ['\t\t\tcolumn[row] = record.(map[string]any)[name]']
        : [
            '\t\t\tvalue, has := record.(map[string]any)[name]',
            '\t\t\tif !has {',
            '\t\t\t\tvalue = absent[name]',
            '\t\t\t}',
            '\t\t\tcolumn[row] = value',
          ]),
      '\t\t}',
      '\t}',
      marks.length === 0
        ? '\treturn json.Marshal(map[string]any{"columns": columns})'
        : '\treturn json.Marshal(map[string]any{"columns": columns, "absent": absent})',
      '}',
      '',
    ],
  };
}

const CODINGS: Readonly<Record<string, (level: number) => GoPart>> = {
  gzip: (level) => written('gzipBytes', ['compress/gzip'], `gzip.NewWriterLevel(&out, ${level})`),
  deflate: (level) => written('zlibBytes', ['compress/zlib'], `zlib.NewWriterLevel(&out, ${level})`),
  br: (level) => ({
    imports: ['bytes', 'github.com/andybalholm/brotli'],
    code: [
      'func brotliBytes(body []byte) ([]byte, error) {',
      '\tvar out bytes.Buffer',
      `\twriter := brotli.NewWriterLevel(&out, ${level})`,
      ...WRITTEN,
    ],
  }),
  zstd: (level) => ({
    imports: ['github.com/klauspost/compress/zstd'],
    code: [
      `var zstdWriter, _ = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(${level})))`,
      '',
      'func zstdBytes(body []byte) ([]byte, error) {',
      '\treturn zstdWriter.EncodeAll(body, nil), nil',
      '}',
      '',
    ],
  }),
};

const WRITTEN = [
  '\tif _, err := writer.Write(body); err != nil {',
  '\t\treturn nil, err',
  '\t}',
  '\terr := writer.Close()',
  '\treturn out.Bytes(), err',
  '}',
  '',
];

function written(name: string, imports: readonly string[], make: string): GoPart {
  return {
    imports: ['bytes', ...imports],
    code: [
      `func ${name}(body []byte) ([]byte, error) {`,
      '\tvar out bytes.Buffer',
      `\twriter, err := ${make}`,
      '\tif err != nil {',
      '\t\treturn nil, err',
      '\t}',
      ...WRITTEN.map((line) => line.replace('err := writer.Close()', 'err = writer.Close()')),
    ],
  };
}

const OFFERED = [
  '// What the client takes: all that it names without q=0.',
  'func offers(request *http.Request, coding string) bool {',
  '\tfor _, part := range strings.Split(request.Header.Get("Accept-Encoding"), ",") {',
  '\t\tname, weight, _ := strings.Cut(strings.ReplaceAll(part, " ", ""), ";")',
  '\t\tif name == coding && strings.TrimRight(weight, ".0") != "q=" {',
  '\t\t\treturn true',
  '\t\t}',
  '\t}',
  '\treturn false',
  '}',
  '',
];

function main({ name, format, codings }: Recipe): readonly string[] {
  const coded = [
    '\t\twriter.Header().Set("Vary", "Accept-Encoding")',
    '\t\tfor _, coding := range codings {',
    '\t\t\tif err == nil && offers(request, coding.name) {',
    '\t\t\t\tbody, err = coding.compress(body)',
    '\t\t\t\twriter.Header().Set("Content-Encoding", coding.name)',
    '\t\t\t\tbreak',
    '\t\t\t}',
    '\t\t}',
  ];
  return [
    'func main() {',
    '\t// In place of this: your own data.',
    `\ttext, err := os.ReadFile("${name}.json")`,
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\tvar data any',
    '\tif err := json.Unmarshal(text, &data); err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    `\thttp.HandleFunc("GET /${name}", func(writer http.ResponseWriter, request *http.Request) {`,
    '\t\tbody, err := encode(data)',
    ...(codings.length > 0 ? coded : []),
    '\t\tif err != nil {',
    ...(codings.length > 0 ? ['\t\t\twriter.Header().Del("Content-Encoding")'] : []),
    '\t\t\thttp.Error(writer, err.Error(), http.StatusInternalServerError)',
    '\t\t\treturn',
    '\t\t}',
    `\t\twriter.Header().Set("Content-Type", "${MEDIA_TYPES[format]}")`,
    '\t\t_, _ = writer.Write(body)',
    '\t})',
    '\tlog.Fatal(http.ListenAndServe("127.0.0.1:3000", nil))',
    '}',
  ];
}
