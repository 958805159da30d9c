// docs/which: pages that answer "which should I use?" from records that come with Wirefare. All figures, and
// every sentence that says which is faster, come out of the record; the text around them explains.

import path from 'node:path';
import type { Answer } from '../../../src/report/answers/answer.ts';
import { plain } from '../../../src/report/markdown.ts';
import { sayCaveats } from '../../../src/report/words/caveats.ts';
import { writeHeading } from '../../../src/report/words/heading.ts';
import { brief, type RecordName, readShipped, type ShippedRecord } from '../records.ts';
import { claimsTable } from './claims-table.ts';
import { levelTable } from './level-table.ts';
import { flipsTable, networksTable } from './predicted-tables.ts';
import { compressionPays, http3Pays, jsonOrProtobuf, sseOrWebSocket } from './short-answers.ts';

interface WhichPage {
  /** Of the file: docs/which/NAME.md. */
  readonly name: string;
  readonly title: string;
  readonly record: RecordName;
  /** What to take, before anything else. */
  readonly answer: (record: ShippedRecord) => string;
  /** What the question is about. */
  readonly about: string;
  /** Which of the record's questions are answered here; absent: the tables say it all. */
  readonly asks?: RegExp;
  readonly tables: (record: ShippedRecord) => readonly string[];
  /** How to read what came out, without figures. */
  readonly reading: string;
  /** What it means for the answers where the machine was busy; absent: nothing beyond what is said of all. */
  readonly busy?: string;
  readonly rerun: string;
  readonly further: string;
}

const PAGES: readonly WhichPage[] = [
  {
    name: 'json-or-protobuf',
    title: 'JSON or Protobuf for a browser?',
    record: 'opijac-2017',
    answer: jsonOrProtobuf,
    about: `Protobuf sends fewer bytes than JSON. But a browser reads JSON with code of its own, and Protobuf with a library
in JavaScript. Compression changes both sides: what Protobuf leaves out, gzip finds too. A study of 2017 asked
this of Books and Videos, and here its claims are measured again, with XML beside them.`,
    tables: (record) => [claimsTable(record, /^O[1-7][a-z]?$/), levelTable(record, 'formats', 'format')],
    reading: `For your own case, find the slowest network that counts for you, and the compression that you use.`,
    rerun: './wirefare reproduce opijac-2017',
    further:
      'Your data are not Books. `./wirefare advise orders.json` asks [the same of yours](../guide/own-data.md).',
  },
  {
    name: 'compression',
    title: 'When do gzip, Brotli and Zstandard pay?',
    record: 'compressions',
    answer: compressionPays,
    about: `Compressing takes time on the server for every answer, and decompressing takes time in the browser. What it
saves is time on the wire. So there is a bandwidth below which it pays and above which it does not: the faster
a coding compresses, the higher that is. Browsers take Brotli and Zstandard over HTTPS alone.`,
    tables: (record) => [
      levelTable(record, 'books', 'compression'),
      networksTable(record),
      flipsTable(record),
    ],
    reading: `Most users at home and on phones are far below those bandwidths; a service beside the server in the same
data centre is far above. An answer that is compressed once and kept costs the server nothing: \`./wirefare
predict RECORD --reuse 1000\` says what changes then.`,
    busy: ' So a compression pays up to\nhigher bandwidths than is said here.',
    rerun: './wirefare run compressions',
    further:
      'Every level of every compression on your own data: `./wirefare sizes orders.json --levels all`. Which browsers take which is in [the reference](../reference/study.md#factors).',
  },
  {
    name: 'sse-or-websocket',
    title: 'Server-Sent Events or WebSocket?',
    record: 'slodziak-2016',
    answer: sseOrWebSocket,
    about: `Both push messages to a page. Server-Sent Events (SSE) are one long answer to an ordinary request; WebSocket is
a protocol of its own, in both directions. XMLHttpRequest (XHR) stands beside them for those who send each
message by a request of its own.`,
    asks: /^What does a message cost/,
    tables: (record) =>
      record.run.study.parts
        .filter(({ name }) =>
          record.summary.cells.some((cell) => cell.part === name && cell.totalMs !== null),
        )
        .map(({ name, title }) => `**${title}**\n\n${levelTable(record, name, 'transport')}`),
    reading: `Server-Sent Events connect again by themselves, and pass what passes HTTP. WebSocket saves what each request of
the page costs, and with it most of the round trips. A feed of some messages a second is carried by either.`,
    rerun: './wirefare reproduce slodziak-2016',
    further:
      'Streaming fetch, long polling and WebTransport, your own rate, size and data: `./wirefare run push`, and [messages](../guide/messages.md).',
  },
  {
    name: 'http3',
    title: 'Does HTTP/3 pay for an API?',
    record: 'http3',
    answer: http3Pays,
    about: `HTTP/3 opens a connection with fewer round trips than TCP with TLS, and a lost packet holds up nothing but
its own stream. Both count most where round trips are long. On a connection that is already open, an API's
answer is one request and one answer in all three.`,
    tables: (record) => [levelTable(record, 'small', 'protocol')],
    reading: `Cold is the first request of a visit, warm every later one. So what HTTP/3 saves is saved once a visit, but
not on the very first: browsers learn of it from an answer (Alt-Svc), unless DNS has an HTTPS record. Over 4g a
new connection of HTTP/2 took a round trip more than one of HTTP/1.1, under *transfer*: TCP begins with ten
packets, and HTTP/2 needs some of them for itself. So the end of an answer waits from about 6 kB on, over
HTTP/1.1 from about 10 kB ([measured](../decisions/014-http3.md)). Where packets are lost, times scatter so
much that a run of some minutes tells little; a longer one tells more.`,
    rerun: './wirefare run http3 --only n=23 --budget 7m',
    further:
      'It was one server, in Go. [Networks](../guide/networks.md#connections-and-protocols) says what speaks HTTP/3.',
  },
];

export const WHICH_PAGES: readonly string[] = PAGES.map(({ name }) => name);

export async function whichPage(root: string, name: string): Promise<string> {
  const page = PAGES.find((each) => each.name === name)!;
  const record = await readShipped(root, page.record);
  const { run, summary, tables } = record;
  const answers = record.answers.filter(({ question }) => page.asks?.test(question));
  const told = answers.flatMap((answer) => {
    const sentences = answer.sentences.filter(({ kind }) => kind !== 'open');
    return sentences.length === 0 ? [] : [{ ...answer, sentences }];
  });
  const open = answers.flatMap(({ sentences }) => sentences.filter(({ kind }) => kind === 'open')).length;
  const { notes, alerts } = sayCaveats(run, summary);
  const measured = writeHeading(run, summary, tables).map(plain).join(' · ');
  const raised = [...new Set(summary.warnings.map(({ kind }) => kind))];
  const shown = [
    `<!-- Generated by scripts/generate.ts from ${record.folder}. Do not edit. -->`,
    `# ${page.title}`,
    page.answer(record),
    page.about,
    '## What came out',
    ...page.tables(record),
    ...[...Map.groupBy(told, ({ question }) => question)].map(
      ([question, parts]) => `**${plain(question)}**\n\n${parts.flatMap(bullets).join('\n')}`,
    ),
    sayOpen(open),
    page.reading,
    '## What it rests on',
    ...[...alerts, ...notes].map((text) => `> ${plain(text)}`),
    `Measured on ${summary.startedAt.slice(0, 10)}: ${measured}.`,
    raised.some((kind) => BUSY.includes(kind)) ? `${ON_A_BUSY_MACHINE}${page.busy ?? ''}` : '',
    sayWarnings(raised),
    `[The record](${path.posix.relative('docs/which', record.folder)}) holds every single exchange: \`./wirefare report ${record.folder}\`
makes its report. On your own machine:`,
    `\`\`\`sh\n${page.rerun}\n\`\`\``,
    `[What a figure means](../explanation/what-a-figure-means.md) says how to read intervals and verdicts. ${page.further}`,
  ];
  return `${shown.filter((text) => text !== '').join('\n\n')}\n`;
}

/** Each sentence, behind the part of the study that it is about. */
function bullets({ part, sentences }: Answer): readonly string[] {
  return sentences.map((each) => `- ${part === '' ? '' : `${plain(part)}: `}${plain(brief(each))}`);
}

function sayOpen(open: number): string {
  if (open === 0) return '';
  const what = open === 1 ? 'One more answer is' : `${open} more answers are`;
  return `${what} open: the difference may be large, or there may be none. The report of the record has them, and what more time would tell.`;
}

const BUSY: readonly string[] = ['cpu-pressure', 'outside-load'];
const ON_A_BUSY_MACHINE = `**The machine was busy with other work.** What takes processor time, such as compressing, took longer than it
does on a quiet one, and intervals are wide; what the network takes is as it is.`;

function sayWarnings(kinds: readonly string[]): string {
  if (kinds.length === 0) return '';
  const links = kinds.map((kind) => `[${kind}](../reference/warnings.md#${kind})`);
  return `Its report warns of ${links.join(', ')}: read it before you build on a small difference.`;
}
