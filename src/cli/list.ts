// wirefare list studies|targets|formats|transports|browsers|networks.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../base/host.ts';
import { PROJECT_ROOT } from '../base/places.ts';
import { AGENT_NAMES, clientFolders } from '../drive/agents/client-names.ts';
import { CLIENTS, isElsewhere, type Programs, TARGETS } from '../drive/targets/program-folders.ts';
import { targetFolders } from '../drive/targets/target-names.ts';
import { withNginx } from '../factors/target.ts';
import { MESSAGE_TRANSPORTS, type MessageTransport } from '../factors/transport.ts';
import { FORMAT_FACTS } from '../formats/format-facts.ts';
import { wrapped } from '../report/terminal/grid.ts';
import { lacksTransport } from '../study/cells/lacked-transports.ts';
import { protocolsFor } from '../study/cells/message-words.ts';
import { topText } from '../study/file/top-texts.ts';
import type { CodecWords } from '../study/vocabulary.ts';
import { CARRIES } from '../wire/sequence.ts';
import { LISTS, type ListName } from './commands/list.ts';
import { networkList } from './networks/network-names.ts';
import { vocabularyHere } from './study/vocabulary-here.ts';
import { studyNames } from './surroundings/folders.ts';
import { sayOut } from './surroundings/say-out.ts';
import { unknownFlagWord, wrongFlag } from './verb.ts';

/** A name and what there is to say of it; facts begin a line of their own. */
type Row = readonly [name: string, about: string, facts?: string];

/** The networks have a table of their own (network-names.ts). */
const ROWS: Readonly<Record<Exclude<ListName, 'networks'>, (host: Pick<Host, 'env'>) => readonly Row[]>> = {
  studies: () => studyNames().map((name) => [name, readTitle(join(PROJECT_ROOT, 'studies', `${name}.yaml`))]),
  targets: ({ env }) => [
    ...[...targetFolders(PROJECT_ROOT, env)].map((each) => programRow(TARGETS, each)),
    [withNginx('NAME'), BEHIND_NGINX, `${withNginx('node')}, ${withNginx('fastapi')}, …`],
  ],
  formats: (host) => {
    const titles = new Map(FORMAT_FACTS.map(({ name, title }) => [name, title]));
    return vocabularyHere(host).formats.map((format) => [
      format.name,
      `${titles.get(format.name)}: ${format.codecs.map(sayDecoder).join(', ')}`,
    ]);
  },
  transports: () =>
    MESSAGE_TRANSPORTS.map((transport) => [transport, TRANSPORTS[transport], sayTransportFacts(transport)]),
  browsers: ({ env }) => [
    ...AGENT_NAMES.map((name): Row => [name, BROWSERS[name]]),
    ...[...clientFolders(PROJECT_ROOT, env)].map((each) => programRow(CLIENTS, each)),
    ['grid:NAME@URL', OF_A_GRID, 'grid:chrome@http://localhost:4444, grid:firefox@https://grid.example, …'],
  ],
};

const BEHIND_NGINX =
  'any of these with nginx in front: kept connections, buffering, gzip and brotli while it sends, TLS and HTTP/2';

const OF_A_GRID =
  'the browser NAME of a Selenium Grid, or of any other W3C WebDriver remote end, at that URL';

/** What its file says of it; where it lies, unless that is the project. */
function programRow(programs: Programs, [name, folder]: readonly [string, string]): Row {
  const title = readTitle(join(folder, programs.file));
  return isElsewhere(folder, programs, PROJECT_ROOT) ? [name, title, folder] : [name, title];
}

/** Of those that only clients that are programs have, which. */
function sayDecoder({ name, inPages = true, clients = [] }: CodecWords): string {
  return inPages ? name : `${name} (${clients.join(', ')} alone)`;
}

const BROWSERS: Readonly<Record<(typeof AGENT_NAMES)[number], string>> = {
  chromium: 'Chromium (Blink, V8)',
  firefox: 'Firefox (Gecko, SpiderMonkey)',
  webkit: 'WebKitGTK MiniBrowser (WebKit, JavaScriptCore)',
  node: 'the same exchange code in Node, without a browser',
  outside: 'a browser that you open yourself, on a phone or another machine',
};

const TRANSPORTS: Readonly<Record<MessageTransport, string>> = {
  xhr: 'XMLHttpRequest, one after the other',
  fetch: 'fetch, one after the other',
  beacon: 'navigator.sendBeacon: nobody tells of its arrival but the server',
  sse: 'Server-Sent Events',
  stream: 'a fetch whose body goes on, read as it comes',
  'long-polling': 'a request that waits for the next messages',
  websocket: 'WebSocket',
  webtransport: 'WebTransport: one stream over HTTP/3',
  'sse+xhr': 'XMLHttpRequest there, Server-Sent Events back',
  'sse+fetch': 'fetch there, Server-Sent Events back',
};

/** `client-to-server, … · http1, https1 · not in webkit`. */
function sayTransportFacts(transport: MessageTransport): string {
  const lacking = AGENT_NAMES.filter((browser) => lacksTransport(browser, transport));
  return [
    CARRIES[transport].directions.join(', '),
    protocolsFor(transport).join(', '),
    ...(lacking.length > 0 ? [`not in ${lacking.join(', ')}`] : []),
  ].join(' · ');
}

/** What `--json` has of each. */
export interface ListedRow {
  readonly name: string;
  readonly about: string;
}

export interface ListFlags {
  readonly json?: boolean;
  readonly weights?: boolean;
}

export async function list(what: string | undefined, flags: ListFlags, host: Host): Promise<number> {
  const text = await listed(what, flags, host);
  if (flags.json === true) host.out(text);
  else sayOut(host, text);
  return 0;
}

async function listed(what: string | undefined, flags: ListFlags, host: Host): Promise<string> {
  if (flags.weights === true) {
    if (what !== 'formats')
      throw wrongFlag('--weights', 'only formats have weights', ['list formats --weights']);
    const { decoderWeights, weightsTable } = await import('./payload/format-weights.ts');
    const rows = await decoderWeights();
    return flags.json === true ? asJson(rows) : weightsTable(rows, host.columns, host.colour);
  }
  const name = LISTS.find((each) => each === what);
  if (name === undefined) {
    throw what === undefined
      ? wrongFlag('list', 'of what?', LISTS)
      : unknownFlagWord('list', 'list', what, LISTS);
  }
  if (name === 'networks') return networkList(flags.json === true, host.colour);
  const rows = ROWS[name](host);
  return flags.json === true
    ? asJson(rows.map(([row, ...about]): ListedRow => ({ name: row, about: about.join(' · ') })))
    : inLines(rows, host.columns);
}

function inLines(rows: readonly Row[], columns: number): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  const later = ' '.repeat(width + 4);
  const lines = rows.flatMap(([name, about, facts]) => [
    ...wrapped(about, columns, `  ${name.padEnd(width)}  `, later),
    ...(facts === undefined ? [] : wrapped(facts, columns, later, later)),
  ]);
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

function readTitle(file: string): string {
  return topText(readFileSync(file, 'utf8'), 'title');
}
