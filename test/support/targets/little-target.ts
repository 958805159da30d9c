// A target of a few lines for tests of the exchange code: Books in JSON, gzip where asked for, one hook per
// request.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { datasetNamed } from '../../../src/data/catalogue.ts';
import type { DataRecord } from '../../../src/data/schema.ts';
import { loadDataset } from '../../../src/data/store/store.ts';
import type { CellSpec } from '../../../src/wire/agent-protocol.ts';

/** Answers in the place of the target where it returns true. */
export type Instead = (url: URL, response: ServerResponse) => boolean;

export interface LittleTarget {
  readonly url: string;
  readonly books: readonly DataRecord[];
  instead: Instead;
  /** Paths and queries asked for so far. */
  readonly asked: URL[];
  close(): Promise<void>;
}

export async function littleTarget(): Promise<LittleTarget> {
  const books = loadDataset('book', 5, null);
  const target = { instead: (() => false) as Instead, asked: [] as URL[] };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://target');
    target.asked.push(url);
    if (target.instead(url, response)) return;
    if (url.pathname === '/about') {
      response.end(JSON.stringify({ request: { acceptEncoding: request.headers['accept-encoding'] ?? '' } }));
      return;
    }
    response.setHeader('Server-Timing', 'compute;dur=0.001, encode;dur=0.010, compress;dur=0.100');
    response.end(url.pathname === '/bytes' ? '' : bodyOf(url, books, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(target, { url, books, close });
}

function bodyOf({ searchParams }: URL, books: readonly DataRecord[], response: ServerResponse): Buffer {
  const json = Buffer.from(JSON.stringify(books.slice(0, Number(searchParams.get('n')))));
  const isGzip = searchParams.get('compression') === 'gzip';
  if (isGzip && searchParams.get('opaque') === null) response.setHeader('Content-Encoding', 'gzip');
  const body = isGzip ? gzipSync(json) : json;
  response.setHeader('Content-Length', body.length);
  return body;
}

/**
 * As a server in front sends it that compresses meanwhile: in chunks, and nobody knows how many bytes there
 * will be.
 */
export function streamedGzip(books: readonly DataRecord[]): Instead {
  return ({ searchParams }, response) => {
    if (searchParams.get('compression') !== 'gzip' || searchParams.has('opaque')) return false;
    const body = gzipSync(JSON.stringify(books));
    response.setHeader('Content-Encoding', 'gzip');
    for (let at = 0; at < body.length; at += 100) response.write(body.subarray(at, at + 100));
    response.end();
    return true;
  };
}

/** Answers with the message that is asked for. */
export function answeringMessages(messages: readonly unknown[]): Instead {
  return (url, response) => {
    if (url.pathname !== '/exchange') return false;
    response.end(JSON.stringify(messages[Number(url.searchParams.get('message'))]));
    return true;
  };
}

export function jsonCell(targetUrl: string, changes: Partial<CellSpec> = {}): CellSpec {
  return {
    cell: 'json',
    targetUrl,
    secret: null,
    connection: 'warm',
    thread: 'main',
    protocol: 'http1',
    schema: datasetNamed('book').schema,
    shape: 'list',
    messages: 1,
    dataset: 'book',
    n: 5,
    format: 'json',
    codec: 'JSON.parse',
    encoder: 'JSON.stringify',
    compression: 'none',
    level: null,
    procedure: 'e1',
    computation: 'none',
    sequence: null,
    call: null,
    ...changes,
  };
}
