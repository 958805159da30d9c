// Sessions in their order: rotation after rotation, each with one session of every kind (browser, target,
// place) in seeded order. Every rotation follows from the plan's seed and its number alone, so a run may end
// earlier than planned, or go on beyond, and its sessions are the same ones.

import { deriveSeed, seededRandom, shuffled } from '../../base/random.ts';
import { emptyCellIds } from '../blocks/panels.ts';
import { blocksPerEmpties, leastBlocks } from '../blocks/visits.ts';
import { kindOfSession, type Panel, type Plan, type PlannedCell, type PlannedSession } from '../plan.ts';
import type { Sent } from './rough-times.ts';

/** What sessions of one kind do: a rotation has one of each. */
export interface KindOfSessions
  extends Pick<PlannedSession, 'browser' | 'target' | 'targets' | 'place' | 'load' | 'cpu' | 'panels'> {
  /** For their blocks, warm-up included, ms. */
  readonly durationMs: number;
}

/** `first` is the index of the rotation's first session. */
export function sessionsOfRotation(
  kinds: readonly KindOfSessions[],
  rotation: number,
  first: number,
  seed: number,
): PlannedSession[] {
  const order = shuffled(kinds, seededRandom(deriveSeed(seed, 'rotation', rotation)));
  return order.map((kind, place) => {
    const index = first + place;
    return { ...kind, index, seed: deriveSeed(seed, 'session', index) };
  });
}

export function sessionsOfRotations(
  kinds: readonly KindOfSessions[],
  rotations: number,
  seed: number,
): PlannedSession[] {
  return Array.from({ length: rotations }, (_, rotation) =>
    sessionsOfRotation(kinds, rotation, rotation * kinds.length, seed),
  ).flat();
}

/** Every kind with all its panels, as in the first rotation, where no cell was dropped yet. */
export function kindsAtFirst({ sessions }: Pick<Plan, 'sessions'>): KindOfSessions[] {
  const seen = new Map<string, KindOfSessions>();
  for (const session of sessions) {
    const kind = kindOfSession(session);
    if (seen.has(kind)) break;
    const { index: _, seed: _seed, ...own } = session;
    seen.set(kind, own);
  }
  return [...seen.values()];
}

/** How the rest of a run is to go. */
export interface Rest {
  /** Rotations altogether, those that are begun among them. */
  readonly rotations: number;
  /** Cells that are needed no more. */
  readonly dropped: ReadonlySet<string>;
  /**
   * Cells that something is asked of: a panel without any is there for its twin's alarm, and does less.
   * Absent: all of those that are left.
   */
  readonly asked?: ReadonlySet<string>;
  /** Blocks of a round, by the panel's place in its kind of session; null: as planned. */
  readonly blocksPerRound: ((kind: string, panel: Panel) => number) | null;
  /**
   * Fewer cells leave less time for empty exchanges: what is sent says how often they come; null: as planned.
   */
  readonly sent: Sent | null;
}

/** The plan with its first `begun` sessions as they are, which are whole rotations, and the rest anew. */
export function withRest(plan: Plan, begun: number, rest: Rest): Plan {
  const byId = new Map(plan.cells.map((cell) => [cell.id, cell]));
  const kinds = kindsAtFirst(plan).flatMap((kind) => {
    const panels = kind.panels.flatMap((panel) => panelWithout(panel, kindOfSession(kind), rest, byId) ?? []);
    return panels.length === 0 ? [] : [{ ...kind, panels }];
  });
  const sessions = plan.sessions.slice(0, begun);
  for (let rotation = rotationsIn(sessions); rotation < rest.rotations && kinds.length > 0; rotation++) {
    sessions.push(...sessionsOfRotation(kinds, rotation, sessions.length, plan.seed));
  }
  return { ...plan, sessions: toldApart(sessions, begun) };
}

/** Where the kinds of the rotation that begins there would not tell that it is another one. */
function toldApart(sessions: readonly PlannedSession[], first: number): PlannedSession[] {
  const place = placesInRotations(sessions);
  const isSame = first > 0 && place[first] === place[first - 1];
  return sessions.map((each, i) => (isSame && i === first ? { ...each, beginsRotation: true } : each));
}

/** The rotation of each session of a plan, from 1 on. */
export function placesInRotations(sessions: readonly PlannedSession[]): number[] {
  let kinds = new Set<string>();
  let rotation = 0;
  return sessions.map((session) => {
    const kind = kindOfSession(session);
    if (rotation === 0 || session.beginsRotation === true || kinds.has(kind)) {
      kinds = new Set();
      rotation += 1;
    }
    kinds.add(kind);
    return rotation;
  });
}

/** The end of the rotation that the last session begun is of. */
export function endOfRotation(sessions: readonly PlannedSession[], begun: number): number {
  if (begun === 0) return 0;
  const places = placesInRotations(sessions);
  const next = places.findIndex((place) => place > (places[begun - 1] ?? 0));
  return begun > sessions.length || next === -1 ? sessions.length : next;
}

/** A panel keeps its index, whatever it loses; null where nothing is left of it but empty exchanges. */
function panelWithout(
  panel: Panel,
  kind: string,
  { dropped, asked, blocksPerRound, sent }: Rest,
  byId: ReadonlyMap<string, PlannedCell>,
): Panel | null {
  const cells = panel.cells.filter((cell) => !dropped.has(cell));
  if (cells.length === 0) return null;
  const isWhole = cells.length === panel.cells.length;
  return {
    ...panel,
    cells,
    // Blocks that stand beside others are as many as those.
    ...(isForAlarm({ cells }, asked) &&
      panel.beside === undefined && { leastBlocks: Math.min(leastBlocks(panel), BLOCKS_FOR_ALARM) }),
    ...(blocksPerRound !== null && { blocksPerRound: blocksPerRound(kind, panel) }),
    ...(!isWhole && sent !== null && emptiesBeside(cells, panel, byId, sent)),
  };
}

/** Two tell how far a twin scatters within its session. */
const BLOCKS_FOR_ALARM = 2;

/** Whether nothing is asked of a panel's cells, so that they are measured for a twin's alarm alone. */
export function isForAlarm({ cells }: Pick<Panel, 'cells'>, asked: ReadonlySet<string> | undefined): boolean {
  return asked !== undefined && !cells.some((cell) => asked.has(cell));
}

function emptiesBeside(
  cells: readonly string[],
  panel: Panel,
  byId: ReadonlyMap<string, PlannedCell>,
  sent: Sent,
): Pick<Panel, 'empties' | 'blocksPerEmpties'> {
  const own = cells.map((id) => byId.get(id)!);
  const empties = emptyCellIds(own);
  return { empties, blocksPerEmpties: blocksPerEmpties(own, { ...panel, empties }, sent) };
}

/** Of whole rotations: each kind is in each of them once, until it is dropped. */
export function rotationsIn(sessions: readonly PlannedSession[]): number {
  const counts = new Map<string, number>();
  for (const session of sessions) {
    const kind = kindOfSession(session);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
