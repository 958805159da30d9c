// What a remote end says of itself: a Grid its nodes with their slots, a bare driver that it is ready.

import { z } from 'zod';
import { EnvironmentError } from '../../base/errors.ts';
import { count, listed, plural } from '../../base/figures/plurals.ts';
import { nearest } from '../../base/spelling.ts';

export interface GridStatus {
  readonly ready: boolean;
  /** null: it names none, as a bare driver does, which is one machine with one browser at a time. */
  readonly nodes: readonly GridNode[] | null;
  /** Of the Grid, or of the driver; empty where it does not say. */
  readonly version: string;
}

export interface GridNode {
  readonly id: string;
  /** Where it listens: `http://10.0.0.7:5555`. */
  readonly uri: string;
  /** UP, DOWN, DRAINING. */
  readonly availability: string;
  readonly version: string;
  readonly slots: readonly GridSlot[];
  /** Of all its browsers together; absent: as many as it has slots. */
  readonly maxSessions?: number;
  /** It ends a session that it hears nothing of for so long, ms; absent: it does not say. */
  readonly sessionTimeoutMs?: number;
}

export interface GridSlot {
  readonly browserName: string;
  /** null while nobody has it. */
  readonly session: string | null;
}

const OLDEST_GRID = 4;

const Slot = z.object({
  stereotype: z.record(z.string(), z.unknown()).default({}),
  session: z.object({ sessionId: z.string() }).nullish(),
});
const Node = z.object({
  id: z.string(),
  uri: z.string().default(''),
  availability: z.string().default('UP'),
  version: z.string().default(''),
  slots: z.array(Slot).default([]),
  maxSessions: z.number().optional(),
  sessionTimeout: z.number().optional(),
});
const Status = z.object({
  ready: z.boolean().optional(),
  message: z.string().default(''),
  build: z.object({ version: z.string() }).partial().nullish(),
  nodes: z.array(Node).optional(),
});

/**
 * `value` of `GET /status`. Throws an EnvironmentError for a Grid that is too old, or what is none at all.
 */
export function readStatus(value: unknown, server: string): GridStatus {
  const read = Status.safeParse(value);
  const tried = [`GET ${server}/status: ${JSON.stringify(value ?? null).slice(0, 120)}`];
  const built = read.data?.build?.version ?? '';
  if (/^[0-3]\./.test(built) || (read.success && read.data.ready === undefined))
    throw new EnvironmentError(
      `${server} is no W3C WebDriver remote end of today${built === '' ? '' : ` but version ${built}`}`,
      tried,
      `name a Selenium Grid from version ${OLDEST_GRID} on, or a driver that speaks W3C WebDriver`,
    );
  if (!read.success)
    throw new EnvironmentError(
      `${server} does not say whether it is ready, as W3C WebDriver has it`,
      tried,
      'name a Selenium Grid from version 4 on, or a driver',
    );
  const { ready = false, nodes } = read.data;
  return {
    ready,
    version: nodes?.find(({ version }) => version !== '')?.version ?? built,
    nodes:
      nodes?.map(({ slots, maxSessions, sessionTimeout, ...node }) => ({
        ...node,
        ...(maxSessions !== undefined && { maxSessions }),
        ...(sessionTimeout !== undefined && { sessionTimeoutMs: sessionTimeout }),
        slots: slots.map(({ stereotype, session }) => ({
          browserName: String(stereotype.browserName ?? ''),
          session: session?.sessionId ?? null,
        })),
      })) ?? null,
  };
}

/** Throws an EnvironmentError where no node of a Grid has such a browser; busy ones have it too. */
export function requireBrowser({ nodes }: GridStatus, browserName: string, server: string): void {
  if (nodes === null || nodesWith(nodes, browserName).length > 0) return;
  const known = [...new Set(nodes.flatMap(({ slots }) => slots.map((slot) => slot.browserName)))].sort();
  const tried = [`GET ${server}/status`];
  const away = nodes.filter((node) => hasBrowser(node, browserName));
  if (away.length > 0)
    throw new EnvironmentError(
      `the Grid at ${server} has ${browserName} on no node that is UP: ${count(away.length, 'node')} with it ${plural(away.length, 'is', 'are')} ${listed([...new Set(away.map(({ availability }) => availability))].sort())}`,
      tried,
      'wait until it is UP again, or start another node',
    );
  if (nodes.length === 0)
    throw new EnvironmentError(
      `the Grid at ${server} has no node`,
      tried,
      'start nodes that register with it, and wait until they are UP',
    );
  const near = nearest(browserName, known);
  const whose = nodes.length === 1 ? 'its node' : `its ${count(nodes.length, 'node')}`;
  throw new EnvironmentError(
    `the Grid at ${server} has no ${browserName}: ${whose} ${plural(nodes.length, 'has', 'have')} ${listed(known)}`,
    tried,
    near === null ? 'name a browser that it has, or start a node with it' : `did you mean ${near}?`,
  );
}

/** Those that can be asked for it, whoever has them now. */
export function nodesWith(nodes: readonly GridNode[], browserName: string): readonly GridNode[] {
  return nodes.filter((node) => node.availability === 'UP' && hasBrowser(node, browserName));
}

function hasBrowser({ slots }: GridNode, browserName: string): boolean {
  return slots.some((slot) => isNamed(slot, browserName));
}

function isNamed(slot: GridSlot, browserName: string): boolean {
  return slot.browserName.toLowerCase() === browserName.toLowerCase();
}

/** The shortest of the nodes that have such a browser, ms; undefined where none of them says. */
export function sessionTimeoutMs({ nodes }: GridStatus, browserName: string): number | undefined {
  const said = nodesWith(nodes ?? [], browserName).flatMap((node) => node.sessionTimeoutMs ?? []);
  return said.length === 0 ? undefined : Math.min(...said);
}

/** Whether one more session could begin now, and if not, who has to give one back. */
export type Room = 'free' | 'taken by us' | 'taken by others';

/**
 * A slot beside a session of ours is no room: a browser that is started there is noise to it. A bare driver
 * says itself whether it is ready.
 */
export function roomIn(
  { ready, nodes }: GridStatus,
  browserName: string,
  isOurs: (node: string) => boolean,
): Room {
  if (nodes === null) return ready ? 'free' : 'taken by others';
  const able = nodesWith(nodes, browserName);
  const hasRoom = ({ slots, maxSessions = slots.length }: GridNode) =>
    slots.filter(({ session }) => session !== null).length < maxSessions &&
    slots.some((slot) => slot.session === null && isNamed(slot, browserName));
  if (able.some((node) => !isOurs(node.id) && hasRoom(node))) return 'free';
  return able.some(({ id }) => isOurs(id)) ? 'taken by us' : 'taken by others';
}

/** The node that has a session, and how many others it has beside it. */
export function nodeOf(
  { nodes }: GridStatus,
  session: string,
): { readonly node: GridNode; readonly others: number } | null {
  const node = nodes?.find(({ slots }) => slots.some((slot) => slot.session === session));
  if (node === undefined) return null;
  const taken = node.slots.filter((slot) => slot.session !== null && slot.session !== session);
  return { node, others: taken.length };
}

/** Sessions that a node has beside this one, which may be gone; null where there is no such node. */
export function othersOn({ nodes }: GridStatus, id: string, session: string): number | null {
  const node = nodes?.find((each) => each.id === id);
  return node?.slots.filter((slot) => slot.session !== null && slot.session !== session).length ?? null;
}

/** `2 nodes, 4 slots of chrome, none of them free`: what else a node has is of no use. */
export function sayFull({ nodes }: GridStatus, browserName: string): string {
  if (nodes === null) return 'it is not ready';
  const able = nodesWith(nodes, browserName);
  const slots = able.flatMap((node) => node.slots.filter((slot) => isNamed(slot, browserName)));
  return `${count(able.length, 'node')}, ${count(slots.length, 'slot')} of ${browserName}, none of them free`;
}
