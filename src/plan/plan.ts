// The plan: every cell, session, block order and seed of a run, fixed before the first byte moves. Block
// orders are not listed but computed from the session's seed (blocks.ts), so a plan stays small and is still
// printable in full.

import type { FactorName } from '../factors/catalogue.ts';
import { type Cell, isSequence, wordOf } from '../factors/cell.ts';
import { FULL_CPU } from '../factors/cpu.ts';
import { NO_NETWORK } from '../factors/network.ts';

export interface PlannedCell {
  /**
   * Readable and unique: `book n=1000 json/response.json gzip-6`; factors with one level in the study are
   * left out.
   */
  readonly id: string;
  readonly part: string;
  readonly factors: Cell;
  /** The id of the cell of which this is the twin; null for ordinary cells. */
  readonly twinOf: string | null;
  /** Why it cannot be run here, `needs the link: no such file /dev/net/tun`; null where it can. */
  readonly skip: string | null;
  /** Of a study by design; absent where every cell is measured. */
  readonly role?: CellRole;
}

/**
 * What a study by design has a cell for. One that is held out is measured and kept from the model, whose
 * prediction of it is then held against it. One that is predicted has that as its `skip` too.
 */
export type CellRole =
  | { readonly kind: 'measured'; readonly because: string }
  | { readonly kind: 'held out' }
  | { readonly kind: 'predicted' };

/**
 * Cells that are interleaved with one another: requests of the same part, n, network and protocol, or
 * messages of the same part, n, network, direction, mode and size; all of one target.
 */
export interface Panel {
  readonly index: number;
  readonly cells: readonly string[];
  /** The empty exchanges that its blocks visit too: of the connections that its cells have. */
  readonly empties: readonly string[];
  /** Exchanges of a cell at the beginning of each visit that are recorded and do not count. */
  readonly settlingPerVisit: 0 | 1;
  /** Exchanges of a cell in each visit after these. */
  readonly countedPerVisit: number;
  /** Cells that have one alone of these, since it takes over half a second. Absent: none has. */
  readonly countedOnce?: readonly string[];
  /** So many first blocks of a session are warm-up. */
  readonly warmupBlocks: number;
  /**
   * Cell → its exchanges in all of these together, where they are not those of as many visits that count.
   * Absent: they are, of every cell.
   */
  readonly warmupExchanges?: Readonly<Record<string, number>>;
  /** So many blocks after these are carried out in a session, whatever its time; absent: three. */
  readonly leastBlocks?: number;
  /** Every so many blocks after these one visits the empty exchanges, the first one among them. */
  readonly blocksPerEmpties: number;
  /**
   * Blocks of this panel in one round: panels of few objects get more, so that they are measured as well as
   * large ones.
   */
  readonly blocksPerRound: number;
  /**
   * Of a session with several targets: the index of the first of those panels that are alike but for their
   * target, whose blocks come one right after the other, in random order. Absent: its blocks stand alone.
   */
  readonly beside?: number;
}

/** Where a session's client and server are: on the lab's loopback, or at the two ends of the link. */
export type SessionPlace = 'loopback' | 'link';

/**
 * One link carries every emulated network; loopback as it is stays out of it, so that its figures are always
 * the same.
 */
export function sessionPlace({ network }: Pick<Cell, 'network'>): SessionPlace {
  return network === NO_NETWORK ? 'loopback' : 'link';
}

/** What sessions of one kind have in common: a rotation has one of each kind. */
export function kindOfSession(
  session: SessionPrograms & Pick<PlannedSession, 'place' | 'load' | 'cpu'>,
): string {
  const load = session.load === undefined ? '' : ` ${session.load}`;
  const slow = session.cpu === undefined ? '' : ` cpu ${session.cpu}`;
  return `${session.browser} ${targetsOf(session).join('+')} ${session.place}${load}${slow}`;
}

const ASKED_FOR = [
  'dataset',
  'n',
  'format',
  'encoder',
  'compression',
  'procedure',
  'computation',
  'protocol',
  'connection',
  'target',
] as const satisfies readonly FactorName[];

/**
 * The load under which a cell is measured, `100@0.5/s: book 1000 json …`: how many clients ask, and for what.
 * They ask for the same as the cell's own client does, so that cells that ask for something else have another
 * load, and sessions of their own. null where nobody else asks.
 */
export function loadOf(cell: Cell): string | null {
  if (isSequence(cell) || cell.clients.count === 0) return null;
  return `${wordOf(cell, 'clients')}: ${ASKED_FOR.map((name) => wordOf(cell, name)).join(' ')}`;
}

/**
 * How many times slower the client of a cell is made; null where it keeps its pace. Cells of another slowdown
 * have sessions of their own, since a client has one processor.
 */
export function slowdownOf(cell: Cell): number | null {
  return isSequence(cell) || cell.cpu === FULL_CPU ? null : cell.cpu;
}

/**
 * What a twin speaks for: the cells of its browser, target and network. Those under another load, or at
 * another pace, have sessions of their own.
 */
export function twinKey(cell: Cell): string {
  const { browser, target, network } = cell;
  return JSON.stringify([browser, target, network, loadOf(cell), slowdownOf(cell)]);
}

/** Who takes part in a session. */
export type SessionPrograms = Pick<PlannedSession, 'browser' | 'target' | 'targets'>;

/** All targets of a session. */
export function targetsOf({ target, targets }: Omit<SessionPrograms, 'browser'>): readonly string[] {
  return targets ?? [target];
}

export interface PlannedSession {
  readonly index: number;
  readonly browser: string;
  /** The first, where it has several. */
  readonly target: string;
  /** All of them, in the order of their cells, where it has several; absent: `target` alone. */
  readonly targets?: readonly string[];
  readonly place: SessionPlace;
  /** What other clients do meanwhile, as `loadOf` has it; absent: there are none. */
  readonly load?: string;
  /** How many times slower its client is made; absent: it keeps its pace. */
  readonly cpu?: number;
  readonly seed: number;
  readonly panels: readonly Panel[];
  /** Time for its blocks, warm-up included, ms. */
  readonly durationMs: number;
  /** A rotation begins with it, which has no kind in common with the one before; absent: kinds tell. */
  readonly beginsRotation?: true;
}

export interface Plan {
  /**
   * 2: visits settle before they count, and a run looks after 4, 6, 8, 11, … rotations. 1: as records were
   * made before that.
   */
  readonly design: 1 | 2;
  readonly seed: number;
  readonly cells: readonly PlannedCell[];
  /**
   * In the order in which they run: browsers, targets and places alternate, in seeded order within each
   * rotation.
   */
  readonly sessions: readonly PlannedSession[];
  /**
   * It has one look, at its end, and that has most of the level (`levelOfLook`), whatever comes after it.
   * Decided when the run begins, and again when it is gone on with before it had a look; absent: not so.
   */
  readonly lookedAtOnce?: true;
  /** The sessions of these that one run carries out; absent: all of them. */
  readonly share?: Share;
}

/** The nth of so many parts, from 1: `3/10`. */
export interface Share {
  readonly nth: number;
  readonly of: number;
}
