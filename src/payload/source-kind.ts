// Finds the kind of text that a source is: from what the user says, from its file's ending or its media type,
// and otherwise from its beginning.

import { refusal } from './findings.ts';

export const SOURCE_KINDS = ['json', 'ndjson', 'csv', 'tsv', 'xml'] as const;

export type SourceKind = (typeof SOURCE_KINDS)[number];

const BY_ENDING: Readonly<Record<string, SourceKind>> = {
  json: 'json',
  geojson: 'json',
  topojson: 'json',
  webmanifest: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  ldjson: 'ndjson',
  geojsonl: 'ndjson',
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  xml: 'xml',
  svg: 'xml',
  rss: 'xml',
  atom: 'xml',
  gpx: 'xml',
  kml: 'xml',
};

const BY_MEDIA_TYPE: readonly (readonly [RegExp, SourceKind])[] = [
  [/^application\/(x-)?(ndjson|jsonl|jsonlines|json-lines)$/, 'ndjson'],
  [/^application\/stream\+json$/, 'ndjson'],
  [/^(application|text)\/(json|([\w.-]+\+)json)$/, 'json'],
  [/^text\/csv$|^application\/csv$/, 'csv'],
  [/^text\/tab-separated-values$/, 'tsv'],
  [/^(application|text)\/xml$|\+xml$/, 'xml'],
];

/** The kind from a file's name or a URL's path; null if the ending says nothing. */
export function kindByName(name: string): SourceKind | null {
  const ending = /\.([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return BY_ENDING[ending] ?? null;
}

/** `application/problem+json; charset=utf-8` → `json`; null if the type does not tell the kind. */
export function kindByMediaType(contentType: string): SourceKind | null {
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  return BY_MEDIA_TYPE.find(([pattern]) => pattern.test(type))?.[1] ?? null;
}

const LOOKED_AT_BYTES = 65_536;

/** Throws if the beginning does not tell either, or if it is a web page. */
export function kindByContent(file: string, bytes: Uint8Array): SourceKind {
  const start = new TextDecoder().decode(bytes.subarray(0, LOOKED_AT_BYTES)).trimStart();
  if (start === '') throw refusal(file, 'is empty');
  if (/^<!doctype html|^<html/i.test(start)) throw refusal(file, 'is a web page (HTML), not data');
  if (start.startsWith('<')) return 'xml';
  const [first, second] = start.split(/\r?\n/, 2) as [string, string?];
  if (/^[[{"\d-]|^(true|false|null)\b/.test(start) && !looksLikeTable(first)) {
    return second !== undefined && second.trim() !== '' && isJson(first) ? 'ndjson' : 'json';
  }
  if (first.includes('\t')) return 'tsv';
  if (/[,;]/.test(first)) return 'csv';
  throw refusal(file, `cannot be recognised; say what it is: --from ${SOURCE_KINDS.join('|')}`);
}

/** A header in quotes, `"id","name"`, is no JSON text. */
function looksLikeTable(line: string): boolean {
  return /^("[^"]*"|[^"[{]+)[,;\t]/.test(line);
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
