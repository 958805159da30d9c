// The items of the bill, in the order of time: everything that a request, a call or a sequence of messages
// pays for. This is the one list of them. Columns of samples and of tables, the agent protocol, the bill, its
// groups, titles and shades, and what can be weighed or claimed are all derived from it. To add one, add a
// line here, and take its time stamp where it happens.

import { ALL_KINDS, type CellKind } from '../factors/factor.ts';

/** Whose time an item is, in the order in which bills show them. */
export const BILL_GROUPS = ['server', 'network', 'browser', 'client'] as const;
export type BillGroup = (typeof BILL_GROUPS)[number];

/**
 * Where its time comes from: the agent's clock, Resource Timing, the target in its Server-Timing header,
 * empty exchanges in the same blocks, a probe apart from the exchange, or nobody (`left-over`: the total less
 * the others, and so no evidence).
 */
export type ItemSource =
  | 'client-clock'
  | 'resource-timing'
  | 'server-timing'
  | 'empty-exchanges'
  | 'probe'
  | 'left-over';

export interface Item {
  /** Its name for people. */
  readonly title: string;
  /** null for the residual alone. */
  readonly group: BillGroup | null;
  /** The shade of its group's colour in HTML, the same in every bar; 0 is the full colour. */
  readonly shade: 0 | 1 | 2 | 3;
  readonly source: ItemSource;
  /** The kinds of cell that have it. */
  readonly cells: readonly CellKind[];
  /** Its name in samples; absent if no agent posts it. columns.ts says where samples hold it. */
  readonly column?: `${string}Ms`;
  /** Its name in CSV and Parquet of calls, if that differs. */
  readonly callTableColumn?: `${string}Ms`;
  /** Agents may leave it out, and old records do. Absent means 0, and nobody writes a 0. */
  readonly mayBeAbsent?: true;
  /**
   * Set if the item is hidden in another item of the samples. It is then measured alone, and the bill
   * subtracts it from the other.
   */
  readonly hiddenIn?: {
    readonly phase: string;
    /** Its name in probes; null in a probe if the samples have the item themselves. */
    readonly probe: `${string}Ms`;
  };
  /** What a cell must have for this item to count, whatever its samples say. */
  readonly needs?: ItemNeed;
  /**
   * Set if the client's own program does it, before the request or after its last byte. It is then no part of
   * `download`.
   */
  readonly isOwnWork?: true;
  /**
   * Which thread it keeps busy: the page's main thread, wherever the exchange runs, or the thread that the
   * exchange runs on.
   */
  readonly keepsBusy?: 'main thread' | 'own thread';
}

/**
 * `front`: it stands between a URL's server and the client; `time`: the item counts if it took any time, as
 * it does of a new connection, a front and a worker.
 */
export type ItemNeed =
  | 'server-computation'
  | 'client-computation'
  | 'compression'
  | 'new-connection'
  | 'front'
  | 'worker'
  | 'time';

const REQUESTS = ['request', 'call'] as const;

const TABLE = {
  /** Call → the body that is posted. For sequences it is the sum over the messages, like all their items. */
  'client.encode': {
    title: 'encode on the client',
    group: 'client',
    shade: 1,
    source: 'client-clock',
    cells: ['call', 'sequence'],
    column: 'clientEncodeMs',
    callTableColumn: 'requestEncodeMs',
    isOwnWork: true,
    keepsBusy: 'own thread',
  },
  /** Call → fetchStart; for a call, from the moment its request is encoded. */
  queue: {
    title: 'queue',
    group: 'browser',
    shade: 0,
    source: 'resource-timing',
    cells: REQUESTS,
    column: 'queueMs',
  },
  /** fetchStart → requestStart, less connect and TLS. */
  stall: {
    title: 'stall',
    group: 'browser',
    shade: 1,
    source: 'resource-timing',
    cells: REQUESTS,
    column: 'stallMs',
  },
  connect: {
    title: 'connect',
    group: 'network',
    shade: 2,
    source: 'resource-timing',
    cells: REQUESTS,
    column: 'connectMs',
    needs: 'new-connection',
  },
  tls: {
    title: 'TLS',
    group: 'network',
    shade: 3,
    source: 'resource-timing',
    cells: REQUESTS,
    column: 'tlsMs',
    needs: 'new-connection',
  },
  /** The request's body → the target's objects. */
  'server.decode': {
    title: 'decode on the server',
    group: 'server',
    shade: 1,
    source: 'server-timing',
    cells: ['call', 'sequence'],
    column: 'serverDecodeMs',
    callTableColumn: 'requestDecodeMs',
  },
  'server.compute': {
    title: 'compute on the server',
    group: 'server',
    shade: 2,
    source: 'server-timing',
    cells: REQUESTS,
    column: 'serverComputeMs',
    needs: 'server-computation',
  },
  /** On the server, in sequences too. */
  encode: {
    title: 'encode',
    group: 'server',
    shade: 0,
    source: 'server-timing',
    cells: ALL_KINDS,
    column: 'encodeMs',
  },
  compress: {
    title: 'compress',
    group: 'server',
    shade: 1,
    source: 'server-timing',
    cells: REQUESTS,
    column: 'compressMs',
    needs: 'compression',
  },
  /**
   * Of a URL, whose server says nothing of its work or not of all of it: from the request handed to it until
   * the head of its answer is here, less what it says itself.
   */
  server: {
    title: 'server, unsplit',
    group: 'server',
    shade: 3,
    source: 'server-timing',
    cells: REQUESTS,
    column: 'serverMs',
    mayBeAbsent: true,
    needs: 'front',
  },
  /**
   * Of a URL: what the lab's front between the client and the server takes until the answer's head goes on.
   */
  front: {
    title: 'the front, by the lab',
    group: 'browser',
    shade: 3,
    source: 'server-timing',
    cells: REQUESTS,
    column: 'frontMs',
    mayBeAbsent: true,
    needs: 'front',
  },
  /** The request out and the first byte back, without the server's work. */
  network: {
    title: 'first byte',
    group: 'network',
    shade: 0,
    source: 'empty-exchanges',
    cells: REQUESTS,
  },
  /**
   * responseStart → responseEnd; in samples it holds decompression by the client, in the bill it does not.
   */
  transfer: {
    title: 'transfer',
    group: 'network',
    shade: 1,
    source: 'resource-timing',
    cells: REQUESTS,
    column: 'transferMs',
  },
  /** For messages, everything that their other items leave over. */
  transport: { title: 'transport', group: 'network', shade: 0, source: 'left-over', cells: ['sequence'] },
  /** Behind the first byte, where nothing stamps it: the bill takes it out of transfer and delivery. */
  decompress: {
    title: 'decompress',
    group: 'client',
    shade: 1,
    source: 'probe',
    cells: REQUESTS,
    needs: 'compression',
  },
  /** responseEnd → body in the hands of the script; 0 where the codec takes body and objects in one step. */
  delivery: {
    title: 'delivery',
    group: 'browser',
    shade: 2,
    source: 'resource-timing',
    cells: REQUESTS,
    column: 'deliveryMs',
    keepsBusy: 'own thread',
  },
  /** Body → plain objects, on the client. */
  decode: {
    title: 'decode',
    group: 'client',
    shade: 0,
    source: 'client-clock',
    cells: ALL_KINDS,
    column: 'decodeMs',
    isOwnWork: true,
    keepsBusy: 'own thread',
  },
  'client.compute': {
    title: 'compute on the client',
    group: 'client',
    shade: 2,
    source: 'client-clock',
    cells: ['request'],
    column: 'clientComputeMs',
    needs: 'client-computation',
    isOwnWork: true,
    keepsBusy: 'own thread',
  },
  /**
   * A worker's last stamp → its message on the main thread: structured clone writes the objects, and the
   * message waits.
   */
  handover: {
    title: 'hand over',
    group: 'client',
    shade: 3,
    source: 'client-clock',
    cells: REQUESTS,
    column: 'handoverMs',
    mayBeAbsent: true,
    needs: 'worker',
    isOwnWork: true,
  },
  /**
   * The message → the same objects on the main thread. Samples have it if reading the message is what makes
   * the objects.
   */
  receive: {
    title: 'receive',
    group: 'client',
    shade: 3,
    source: 'client-clock',
    cells: REQUESTS,
    column: 'receiveMs',
    mayBeAbsent: true,
    hiddenIn: { phase: 'handover', probe: 'receiveMs' },
    needs: 'worker',
    isOwnWork: true,
    keepsBusy: 'main thread',
  },
  /**
   * Work inside the time that only the lab needs, on either side: checking messages early because memory
   * should not hold more of them.
   */
  check: {
    title: 'checking, by the lab',
    group: 'browser',
    shade: 2,
    source: 'client-clock',
    cells: ['sequence'],
    column: 'checkMs',
    needs: 'time',
  },
  residual: { title: 'residual', group: null, shade: 0, source: 'left-over', cells: ALL_KINDS },
} as const satisfies Record<string, Item>;

type Table = typeof TABLE;

export type Phase = keyof Table;

/** Phases whose entry in the table has all of these. */
export type PhaseWith<Part> = { [P in Phase]: Table[P] extends Part ? P : never }[Phase];

/** Phases that this kind of cell has. */
export type PhaseOf<Kind extends CellKind> = {
  [P in Phase]: Kind extends Table[P]['cells'][number] ? P : never;
}[Phase];

/** Phases that agents post. */
export type PostedPhase = PhaseWith<{ readonly column: string }>;

/** Its name in samples. */
export type ColumnOf<P extends PostedPhase> = Table[P]['column'];

/** All phases except the residual. */
export type BilledPhase = PhaseWith<{ readonly group: BillGroup }>;

/** Phases with figures of their own; the others are what these leave over. */
export type EvidentPhase = Exclude<Phase, PhaseWith<{ readonly source: 'left-over' }>>;

export const ITEMS: Readonly<Record<Phase, Item>> = TABLE;

/** In the order of time. */
export const PHASES = Object.keys(TABLE) as readonly Phase[];

/** In the order in which bills show them: by group, and by time within it. */
export const BILL_ORDER: readonly BilledPhase[] = BILL_GROUPS.flatMap((group) =>
  PHASES.filter((phase): phase is BilledPhase => ITEMS[phase].group === group),
);

export function hasItem(kind: CellKind, phase: Phase): boolean {
  return ITEMS[phase].cells.includes(kind);
}

export function isEvident(phase: Phase): phase is EvidentPhase {
  return ITEMS[phase].source !== 'left-over';
}

export function isPosted(phase: Phase): phase is PostedPhase {
  return ITEMS[phase].column !== undefined;
}

export function columnOf<P extends PostedPhase>(phase: P): ColumnOf<P> {
  return TABLE[phase].column;
}

export function groupOf(phase: BilledPhase): BillGroup {
  return TABLE[phase].group;
}
