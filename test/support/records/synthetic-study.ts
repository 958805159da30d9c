// The studies and plans of synthetic records: a quick one, one as wide as the published study with skipped
// cells, one of connections and protocols, and one of interleaved targets.

import { deriveSeed } from '../../../src/base/random.ts';
import type { FactorName } from '../../../src/factors/catalogue.ts';
import type { Cell } from '../../../src/factors/cell.ts';
import { recordedCell } from '../../../src/factors/recorded-cell.ts';
import { NETWORKS } from '../../../src/network/profiles.ts';
import { emptyCellIds } from '../../../src/plan/blocks/panels.ts';
import { withDesign } from '../../../src/plan/design/design.ts';
import type { Panel, Plan, PlannedCell, PlannedSession } from '../../../src/plan/plan.ts';
import { oneOfEach } from '../../../src/study/cells/combinations.ts';
import { networksNamedBy } from '../../../src/study/cells/keep-cells.ts';
import type { Claim, Study } from '../../../src/study/study.ts';
import type { Words } from '../cells/made-cells.ts';
import { requestCell } from '../cells/made-cells.ts';

export type SyntheticKind = 'quick' | 'opijac' | 'connections' | 'targets';

const CODECS: Readonly<Record<string, string>> = {
  json: 'response.json',
  xml: 'domparser',
  protobuf: 'protobufjs',
};
const ENCODERS: Readonly<Record<string, string>> = { json: 'json', xml: 'elements', protobuf: 'protobufjs' };

export function syntheticStudy(kind: SyntheticKind, sessions: number, seed: number): Study {
  return STUDIES[kind](sessions, seed);
}

export type SyntheticVisits = Pick<Panel, 'settlingPerVisit' | 'countedPerVisit'>;

export function syntheticPlan(study: Study, seed: number, visits: SyntheticVisits): Plan {
  const cells = withDesign(
    study,
    study.parts.flatMap((part) => part.cells.map((factors) => plannedCell(part.name, factors))),
  );
  const twins = cells
    .filter(hasTwin)
    .map(({ role: _, ...cell }) => ({ ...cell, id: `${cell.id} (twin)`, twinOf: cell.id }));
  const all = [...cells, ...twins];
  return {
    design: 2,
    seed,
    cells: all,
    sessions: plannedSessions(all, study.protocol, seed, visits),
  };
}

function plannedCell(part: string, factors: Cell): PlannedCell {
  return {
    id: cellId(part, factors),
    part,
    factors,
    twinOf: null,
    skip: factors.network === 'none' ? null : 'needs the link',
  };
}

function cellId(part: string, factors: Cell): string {
  const { dataset, n, format, codec, compression, procedure, computation } = recordedCell(factors);
  const { network, protocol, connection, browser, target } = recordedCell(factors);
  const words = [dataset, `n=${n}`, `${format}/${codec}`, compression];
  if (part === 'computation') words.push(procedure, computation);
  if (network !== 'none') words.push(network);
  if (protocol !== 'http1') words.push(protocol);
  if (connection !== 'warm') words.push(connection);
  if (browser !== 'chromium') words.push(browser);
  if (target !== 'node') words.push(target);
  return words.join(' ');
}

/** Plain warm JSON of each n in the first part has a twin. */
function hasTwin(cell: PlannedCell): boolean {
  const { format, compression, procedure, dataset, connection, protocol } = recordedCell(cell.factors);
  return (
    cell.skip === null &&
    format === 'json' &&
    compression === 'none' &&
    procedure === 'e1' &&
    dataset === 'book' &&
    connection === 'warm' &&
    protocol === 'http1'
  );
}

function plannedSessions(
  cells: readonly PlannedCell[],
  { sessions: each, interleave }: Study['protocol'],
  seed: number,
  visits: SyntheticVisits,
): PlannedSession[] {
  const browsers = [...new Set(cells.map((cell) => cell.factors.browser))];
  const sessions: PlannedSession[] = [];
  for (let rotation = 0; rotation < each!; rotation++) {
    for (const browser of browsers) {
      const index = sessions.length;
      const own = cells.filter((cell) => cell.skip === null && cell.factors.browser === browser);
      const panels = panelsOf(own, visits);
      const sessionSeed = deriveSeed(seed, 'session', index);
      const targets = [...new Set(own.map(({ factors }) => factors.target))];
      const several = interleave === 'target' && { targets };
      const place = { browser, target: targets[0]!, ...several, place: 'loopback' } as const;
      sessions.push({ index, ...place, seed: sessionSeed, panels, durationMs: 10_000 });
    }
  }
  return sessions;
}

function panelsOf(cells: readonly PlannedCell[], visits: SyntheticVisits): Panel[] {
  const groups = Map.groupBy(
    cells,
    ({ part, factors: { n, network, protocol } }) => `${part} ${n} ${network} ${protocol}`,
  );
  const panels: Panel[] = [];
  for (const group of groups.values()) {
    const ofTargets = [...Map.groupBy(group, ({ factors }) => factors.target).values()];
    const beside = panels.length;
    for (const own of ofTargets) {
      panels.push({
        index: panels.length,
        cells: own.map((cell) => cell.id),
        empties: emptyCellIds(own),
        ...visits,
        warmupBlocks: 1,
        blocksPerEmpties: 1,
        blocksPerRound: 1,
        ...(ofTargets.length > 1 && { beside }),
      });
    }
  }
  return panels;
}

function quickStudy(sessions: number, seed: number): Study {
  const cells = product({ n: [10, 100, 1000], format: ['json', 'xml', 'protobuf'], compression: GZIP });
  return {
    name: 'quick',
    title: 'Books, three formats, with and without gzip',
    question: 'Which format is the fastest way to send Book objects, and does gzip pay?',
    source: null,
    standIns: [],
    parts: [{ name: 'formats', title: 'Format and compression', cells }],
    networks: networksNamedBy(cells, NETWORKS),
    payloads: [],
    protocol: protocol(sessions, seed, null),
    comparisons: [
      { factor: 'format', baseline: 'json' },
      { factor: 'compression', baseline: 'none' },
    ],
    claims: [],
  };
}

function opijacStudy(sessions: number, seed: number): Study {
  const wide = product({
    dataset: ['book', 'video'],
    n: [10, 100, 1000, 10_000],
    format: ['json', 'xml', 'protobuf'],
    compression: GZIP,
    network: ['none', '10mbit'],
    browser: ['chromium', 'firefox'],
  });
  return {
    name: 'opijac-2017',
    title: 'Interchange format, gzip, place of computation, caching',
    question: 'Which format answers fastest, does gzip pay, and where should one compute?',
    source: 'D. Opijac, J. Mogensen, Improving response times over the HTTP-protocol, BTH, 2017',
    standIns: ['Dropwizard 1.0.6: the embedded Node target', '1 Gbit/s Ethernet: loopback'],
    parts: [
      { name: 'formats', title: 'Format and compression', cells: wide },
      { name: 'computation', title: 'Place of computation, caching', cells: computationCells() },
    ],
    networks: networksNamedBy(wide, NETWORKS),
    payloads: [],
    protocol: protocol(sessions, seed, { warmup: 100, counted: 100 }),
    comparisons: [
      { factor: 'format', baseline: 'json' },
      { factor: 'procedure', baseline: 'e2' },
    ],
    claims: CLAIMS,
  };
}

function connectionsStudy(sessions: number, seed: number): Study {
  const cells = product({
    n: [10, 1000],
    format: ['json', 'protobuf'],
    connection: ['warm', 'cold'],
    protocol: ['http1', 'h2'],
  });
  return {
    name: 'connections',
    title: 'Books on warm and cold connections, with and without TLS',
    question: 'What does a new connection cost, and what does TLS add?',
    source: null,
    standIns: [],
    parts: [{ name: 'connections', title: 'Connection and protocol', cells }],
    networks: networksNamedBy(cells, NETWORKS),
    payloads: [],
    protocol: protocol(sessions, seed, null),
    comparisons: [
      { factor: 'format', baseline: 'json' },
      { factor: 'connection', baseline: 'warm' },
      { factor: 'protocol', baseline: 'http1' },
    ],
    claims: [],
  };
}

/** Two alike, and a third whose network takes longer (`SLOW_NETWORK_MS`). */
export const TARGETS = ['base', 'copy', 'slow'] as const;

function targetsStudy(sessions: number, seed: number): Study {
  const cells = product({ n: [10, 1000], format: ['json', 'protobuf'], target: [...TARGETS] });
  return {
    name: 'targets',
    title: 'Books from three servers',
    question: 'Is one of them slower?',
    source: null,
    standIns: [],
    parts: [{ name: 'targets', title: 'Servers', cells }],
    networks: networksNamedBy(cells, NETWORKS),
    payloads: [],
    protocol: { ...protocol(sessions, seed, null), interleave: 'target' },
    comparisons: [{ factor: 'target', baseline: 'base' }],
    claims: [],
  };
}

const STUDIES = {
  quick: quickStudy,
  opijac: opijacStudy,
  connections: connectionsStudy,
  targets: targetsStudy,
} as const;

function computationCells(): Cell[] {
  const place = product({ procedure: ['e2', 'e3'], computation: ['cm1', 'cm3', 'cm5'] });
  const caching = product({ procedure: ['e4', 'e5'], computation: ['cm1', 'cm3'] });
  return [...place, ...caching];
}

const CLAIMS: readonly Claim[] = [
  {
    id: 'O1',
    says: 'Protobuf 1.18–1.22 times faster than JSON',
    part: 'formats',
    where: { dataset: ['book'], network: ['10mbit'], compression: ['none'], browser: ['chromium'] },
    numerator: { format: ['json'] },
    denominator: { format: ['protobuf'] },
    published: [1.18, 1.22],
    standIn: null,
  },
  {
    id: 'O4',
    says: 'JSON faster than Protobuf, up to 3.20 times',
    part: 'formats',
    where: { dataset: ['book'], network: ['lan'], compression: ['none'], browser: ['chromium'] },
    numerator: { format: ['protobuf'] },
    denominator: { format: ['json'] },
    published: [1.07, 3.2],
    standIn: { network: ['none'] },
  },
  {
    id: 'O6',
    says: 'Protobuf faster than XML',
    part: 'formats',
    where: { dataset: ['book'], network: ['lan'], browser: ['chromium'] },
    numerator: { format: ['xml'] },
    denominator: { format: ['protobuf'] },
    published: [1, null],
    standIn: { network: ['none'] },
  },
  {
    id: 'O10',
    says: 'No notable difference between server and client computation',
    reading: 'no notable difference is 0.95 to 1.05',
    part: 'computation',
    where: { computation: ['cm1', 'cm3'] },
    numerator: { procedure: ['e3'] },
    denominator: { procedure: ['e2'] },
    published: [0.95, 1.05],
    standIn: null,
  },
];

function protocol(
  sessions: number,
  seed: number,
  published: Study['protocol']['published'],
): Study['protocol'] {
  return {
    sessions,
    exchangesPerVisit: 2,
    budgetMs: 60_000,
    warmup: { exchanges: 0, leastMs: 1_000 },
    timeoutMs: 30_000,
    margin: 0.02,
    precision: 0.1,
    confidence: 0.95,
    published,
    seed,
  };
}

const GZIP = ['none', 'gzip-6'];

type Levels = Readonly<Partial<Record<FactorName, readonly (string | number)[]>>>;

/** Every combination of the levels; format decides codec and encoder. */
function product(levels: Levels): Cell[] {
  return oneOfEach(levels).map((words) => {
    const { format = 'json' } = words as Words;
    return requestCell({ ...words, codec: CODECS[format]!, encoder: ENCODERS[format]! });
  });
}
