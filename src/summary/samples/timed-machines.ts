// Where sessions were measured: on which machine of the record, and there on which node of a Grid or device.
// What differs between two such places does not cancel between their sessions, so each is asked by itself.
// Nodes that listen at one host are one place, since they have one machine under them.

import { machineOfSessions, machinesOf } from '../../record/machines.ts';
import type { AgentFacts, PlacedFacts, RunFile, SessionFacts } from '../../record/record.ts';

export interface TimedMachines {
  /** By their index in `places`, ascending: those with counted sessions. */
  readonly all: readonly number[];
  /** By the number of a counted session. */
  of(session: number): number;
  readonly places: readonly TimedPlace[];
  /** Reports have a row for each: those of a merged record. */
  readonly areListed: boolean;
}

export interface TimedPlace {
  /** Index into the machines of the record. */
  readonly machine: number;
  /**
   * Set where sessions of one kind ran on several nodes, or devices: what differs between these is as little
   * evidence of the next one as what differs between machines. null: all sessions of the machine.
   */
  readonly node: string | null;
}

/** In place of a node, of whatever ran on the lab's own machine. */
export const LAB = '';

/** Cells that share their sessions are of one set. */
interface CellOfSet {
  readonly sessionSet: string;
  readonly logMedians: ReadonlyMap<number, unknown>;
}

export function timedMachines(
  run: RunFile,
  counted: readonly SessionFacts[],
  cells: Iterable<CellOfSet>,
): TimedMachines {
  const machineOf = machineOfSessions(run);
  const nodes = nodesOfSessions(run);
  const nodeOf = (session: number) => nodes.get(session) ?? LAB;
  const apart = machinesWithNodes(cells, machineOf, nodeOf);
  const places = machinesOf(run).flatMap((_, machine): TimedPlace[] => {
    if (!apart.has(machine)) return [{ machine, node: null }];
    const own = counted.filter(({ session }) => machineOf(session) === machine);
    return [...new Set(own.map(({ session }) => nodeOf(session)))].map((node) => ({ machine, node }));
  });
  const known = new Map(
    counted.map(({ session }) => [
      session,
      places.findIndex(
        ({ machine, node }) => machine === machineOf(session) && (node === null || node === nodeOf(session)),
      ),
    ]),
  );
  return {
    all: [...new Set(known.values())].toSorted((a, b) => a - b),
    of: (session) => known.get(session)!,
    places,
    areListed: run.merged !== undefined,
  };
}

/** Those on which the sessions of some set ran on several nodes. */
function machinesWithNodes(
  cells: Iterable<CellOfSet>,
  machineOf: (session: number) => number,
  nodeOf: (session: number) => string,
): ReadonlySet<number> {
  const nodesOfSets = new Map<string, Set<string>>();
  const apart = new Set<number>();
  for (const { sessionSet, logMedians } of cells) {
    for (const session of logMedians.keys()) {
      const machine = machineOf(session);
      const key = `${machine} ${sessionSet}`;
      const known = nodesOfSets.get(key) ?? new Set();
      nodesOfSets.set(key, known.add(nodeOf(session)));
      if (known.size > 1) apart.add(machine);
    }
  }
  return apart;
}

/**
 * Session → where its client ran: the host of a Grid's node, or somebody's own device; none of the lab's own
 * browsers. Two labs may call two nodes the same: each means its own `localhost`.
 */
export function nodesOfSessions(run: RunFile): Map<number, string> {
  const machineOf = machineOfSessions(run);
  return new Map(
    run.sessions.flatMap(({ session, agent }) => {
      const node = agent && nodeOfAgent(agent);
      if (node === null) return [];
      const ofMachine = run.merged === undefined ? '' : `${machinesOf(run)[machineOf(session)]!.name} `;
      return [[session, ofMachine + node] as const];
    }),
  );
}

function nodeOfAgent({ placed, device }: AgentFacts): string | null {
  if (placed !== undefined) return `${placed.server} ${hostOfNode(placed)}`;
  return device === undefined ? null : `device ${device}`;
}

/** The Grid's name for the node where it does not say where that listens. */
export function hostOfNode({ node, nodeUri }: PlacedFacts): string {
  return (URL.canParse(nodeUri) ? new URL(nodeUri).hostname : '') || node;
}
