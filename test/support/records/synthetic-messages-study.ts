// The study and plan of a synthetic record of messages: every direction and mode, random contents and data in
// two formats, one way deflated, one that the target lacks.

import { deriveSeed } from '../../../src/base/random.ts';
import type { FactorName } from '../../../src/factors/catalogue.ts';
import type { Cell } from '../../../src/factors/cell.ts';
import { recordedCell } from '../../../src/factors/recorded-cell.ts';
import { NETWORKS } from '../../../src/network/profiles.ts';
import type { Panel, Plan, PlannedCell } from '../../../src/plan/plan.ts';
import { oneOfEach } from '../../../src/study/cells/combinations.ts';
import { networksNamedBy } from '../../../src/study/cells/keep-cells.ts';
import type { Claim, Study } from '../../../src/study/study.ts';
import { sequenceCell } from '../cells/made-cells.ts';

export function syntheticMessagesStudy(sessions: number, seed: number): Study {
  const parts = PARTS.map(({ name, title, levels }) => ({ name, title, cells: levels.flatMap(cellsOf) }));
  return {
    name: 'messages',
    title: 'Messages by every transport',
    question: 'What carries small messages fastest, to the server, to the client and both ways?',
    source: null,
    standIns: [],
    parts,
    networks: networksNamedBy(
      parts.flatMap(({ cells }) => cells),
      NETWORKS,
    ),
    payloads: [],
    protocol: {
      sessions,
      exchangesPerVisit: 1,
      budgetMs: 60_000,
      warmup: { exchanges: 0, leastMs: 1_000 },
      timeoutMs: 30_000,
      margin: 0.02,
      precision: 0.1,
      confidence: 0.95,
      published: null,
      seed,
    },
    comparisons: [
      { factor: 'transport', baseline: 'websocket' },
      { factor: 'format', baseline: 'json' },
    ],
    claims: CLAIMS,
  };
}

export function syntheticMessagesPlan(study: Study, seed: number): Plan {
  const cells = study.parts.flatMap((part) => part.cells.map((factors) => plannedCell(part.name, factors)));
  const twinned = cells.find(({ factors }) => recordedCell(factors).mode === 'ping-pong')!;
  const all = [...cells, { ...twinned, id: `${twinned.id} (twin)`, twinOf: twinned.id }];
  const panels = panelsOf(all.filter(({ skip }) => skip === null));
  return {
    design: 2,
    seed,
    cells: all,
    sessions: Array.from({ length: study.protocol.sessions! }, (_, index) => ({
      index,
      browser: 'chromium',
      target: 'node',
      place: 'loopback',
      seed: deriveSeed(seed, 'session', index),
      panels,
      durationMs: 10_000,
    })),
  };
}

function plannedCell(part: string, factors: Cell): PlannedCell {
  const { transport, direction, mode, size, format, compression } = recordedCell(factors);
  const words = [transport, direction, mode, size === 'data' ? format : `${size} B`];
  if (compression !== 'none') words.push(compression);
  const skip = transport === 'webtransport' ? 'the target has no WebTransport' : null;
  return { id: words.join(' '), part, factors, twinOf: null, skip };
}

/** Without empty exchanges: messages have none. */
function panelsOf(cells: readonly PlannedCell[]): Panel[] {
  return [...Map.groupBy(cells, ({ part }) => part).values()].map((group, index) => ({
    index,
    cells: group.map(({ id }) => id),
    empties: [],
    settlingPerVisit: 0,
    countedPerVisit: 1,
    warmupBlocks: 1,
    blocksPerEmpties: 1,
    blocksPerRound: 1,
  }));
}

/** Every combination of what is listed. */
type Levels = Readonly<Partial<Record<FactorName, readonly (string | number)[]>>>;

const TO_CLIENT: Levels = {
  direction: ['server-to-client'],
  transport: ['websocket', 'sse', 'stream', 'long-polling'],
};

const PARTS: readonly { name: string; title: string; levels: readonly Levels[] }[] = [
  {
    name: 'to-client',
    title: 'To the client, as fast as they go',
    levels: [
      { ...TO_CLIENT, size: ['100', '1000'] },
      { transport: ['webtransport'], protocol: ['h3'], size: ['100'] },
    ],
  },
  {
    name: 'to-server',
    title: 'To the server, as fast as they go',
    levels: [{ direction: ['client-to-server'], transport: ['websocket', 'xhr', 'fetch', 'beacon'] }],
  },
  {
    name: 'both-ways',
    title: 'There and back, one at a time',
    levels: [
      {
        direction: ['both-ways'],
        transport: ['websocket', 'sse+xhr', 'sse+fetch'],
        mode: ['ping-pong'],
        n: [200],
      },
    ],
  },
  {
    name: 'paced',
    title: 'To the client, 50 a second',
    levels: [{ ...TO_CLIENT, transport: ['websocket', 'sse'], mode: ['paced-50'], n: [100] }],
  },
  {
    name: 'data',
    title: 'Books, each a message',
    levels: [
      { ...booksAs('json', 'json.parse', 'json'), compression: ['none', 'permessage-deflate'] },
      { ...booksAs('protobuf', 'protobufjs', 'protobufjs'), compression: ['none', 'permessage-deflate'] },
    ],
  },
];

function booksAs(format: string, codec: string, encoder: string): Levels {
  return {
    dataset: ['book'],
    format: [format],
    codec: [codec],
    encoder: [encoder],
    size: ['data'],
    direction: ['server-to-client', 'client-to-server'],
  };
}

function cellsOf(levels: Levels): Cell[] {
  return oneOfEach(levels).map((words) => sequenceCell(words));
}

const CLAIMS: readonly Claim[] = [
  {
    id: 'S2',
    says: 'XHR about 25 times the time of WebSocket',
    part: 'to-server',
    where: { size: ['100'] },
    numerator: { transport: ['xhr'] },
    denominator: { transport: ['websocket'] },
    published: [20, 30],
    standIn: null,
  },
  {
    id: 'S5',
    says: 'SSE and WebSocket alike',
    part: 'to-client',
    where: {},
    numerator: { transport: ['sse'] },
    denominator: { transport: ['websocket'] },
    published: [0.95, 1.05],
    standIn: null,
  },
  {
    id: 'S6',
    says: 'SSE and XHR about 15 % longer than WebSocket',
    part: 'both-ways',
    where: { size: ['100'] },
    numerator: { transport: ['sse+xhr'] },
    denominator: { transport: ['websocket'] },
    published: [1.1, 1.2],
    standIn: null,
  },
];
