// A browser that a remote end starts: Selenium Grid, a bare driver, a vendor's service. A small process
// (holder-main.ts) holds the session, so that it is given back however the lab ends. Never two sessions of
// ours on one node: each would be noise to the other.

import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError } from '../../base/errors.ts';
import { gridBrowser } from '../../factors/browser.ts';
import type { DriveSettings } from '../agents/open-agent.ts';
import type { AgentDriver, AgentSettings, Placed, RunningAgent } from '../driver.ts';
import type { Guardian } from '../processes/guardian.ts';
import type { RunningProcess } from '../processes/process-group.ts';
import { askedCapabilities, recordedCapabilities } from './capabilities.ts';
import {
  type GridStatus,
  nodeOf,
  othersOn,
  type Room,
  readStatus,
  requireBrowser,
  roomIn,
  sayFull,
} from './grid-status.ts';
import { HolderWords, startHolder } from './holder.ts';
import type { HolderAsk } from './holder-lines.ts';
import { KEPT_IN_QUEUE, type MadeSession, RemoteEndError, remoteEnd } from './remote-end.ts';

/** Somebody else's sessions end some time; a lab that waited for ever would never say why. */
const ROOM_WITHIN_MS = 300_000;
const LOOK_AGAIN_MS = 1_000;
/** Until a remote end is taken at its word that it can start no browser. */
const MOST_STARTS = 3;
/** A Grid takes a node for alive, and chooses it again, for two minutes after it died. */
const MOST_STARTS_ON_DEAD_NODES = 150;
/** A Grid that lost its node answers late. */
const CLOSE_WITHIN_MS = 20_000;

/** What the sessions of a lab have on each server, whatever the browser. */
export class TakenNodes {
  readonly #taken = new Set<string>();

  /** Answers whether it was free. */
  take(node: string): boolean {
    if (this.#taken.has(node)) return false;
    this.#taken.add(node);
    return true;
  }

  has(node: string): boolean {
    return this.#taken.has(node);
  }

  free(node: string): void {
    this.#taken.delete(node);
  }
}

export interface GridAgentSettings extends DriveSettings {
  readonly taken: TakenNodes;
  readonly fetch?: typeof fetch;
  readonly interrupted?: AbortSignal | undefined;
  /** Until the lab waits no longer for others to give a node back; absent: five minutes. */
  readonly roomWithinMs?: number;
  /** Absent: a second. */
  readonly lookAgainMs?: number;
  /** For a new session; absent: a little less than five minutes. */
  readonly sessionWithinMs?: number;
  /** From one asking after the session to the next between blocks; absent: 15 s. */
  readonly askAgainMs?: number;
  /** Called when there is no room, and the lab waits. */
  readonly tell?: (line: string) => void;
}

/**
 * `find` throws an EnvironmentError where the remote end cannot be reached, does not let us in, is too old or
 * has no such browser; `open` also where there was no room for five minutes, and where it could not start the
 * browser.
 */
export function gridAgentDriver(name: string, settings: GridAgentSettings, guardian: Guardian): AgentDriver {
  const { browserName, server } = gridBrowser(name)!;
  const end = remoteEnd({ ...settings, server });
  const lookAt = async () => {
    const status = readStatus(await orEnvironment(end.status(), server), server);
    requireBrowser(status, browserName, server);
    return status;
  };
  return {
    name,
    find: async () => {
      askedCapabilities(browserName, settings.env);
      return { path: server, version: (await lookAt()).version };
    },
    open: async (pageUrl, { trust = null }: AgentSettings = {}) => {
      const capabilities = askedCapabilities(browserName, settings.env, trust);
      const { roomWithinMs = ROOM_WITHIN_MS, lookAgainMs = LOOK_AGAIN_MS } = settings;
      const waiting = new WaitForOthers(roomWithinMs);
      let failed = 0;
      try {
        for (let isFirst = true; ; isFirst = false) {
          const found = await placeOne(
            {
              server,
              capabilities,
              sessionWithinMs: settings.sessionWithinMs,
              askAgainMs: settings.askAgainMs,
            },
            browserName,
            lookAt,
            settings,
            guardian,
          ).catch((thrown: unknown) => {
            failed += 1;
            if (!(thrown instanceof EnvironmentError) || !mayStartYet(thrown, failed)) throw thrown;
            return 'free' as const;
          });
          if (typeof found !== 'string') return openedPage(name, found, pageUrl, settings.taken, lookAt);
          if (isFirst && failed === 0) settings.tell?.(`waiting for a free node of ${server}`);
          if (waiting.isTooLong(found)) throw await full(server, lookAt, roomWithinMs);
          await delay(lookAgainMs, undefined, { signal: settings.interrupted });
        }
      } finally {
        waiting.end();
      }
    },
  };
}

/** Sessions of ours end by themselves, so that only time in which others have every node counts. */
class WaitForOthers {
  readonly #withinMs: number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isOver = false;

  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  isTooLong(room: Room): boolean {
    if (room !== 'taken by others') this.end();
    else
      this.#timer ??= setTimeout(() => {
        this.#isOver = true;
      }, this.#withinMs);
    return this.#isOver;
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isOver = false;
  }
}

function mayStartYet({ message }: EnvironmentError, failed: number): boolean {
  // That was as long as the lab waits for room.
  if (message.includes(KEPT_IN_QUEUE)) return false;
  const isOfDeadNode = /connection error|connection refused|unreachable/i.test(message);
  return failed < (isOfDeadNode ? MOST_STARTS_ON_DEAD_NODES : MOST_STARTS);
}

/** A session on a node of its own, not yet on its page. */
interface Held {
  readonly holder: RunningProcess;
  readonly words: HolderWords;
  readonly session: MadeSession;
  readonly placed: Placed;
}

/** Who has the room, where there is none for one more; `free` where another session came first. */
async function placeOne(
  ask: HolderAsk,
  browserName: string,
  lookAt: () => Promise<GridStatus>,
  settings: GridAgentSettings,
  guardian: Guardian,
): Promise<Held | Room> {
  const { server } = ask;
  const { taken } = settings;
  const before = await lookAt();
  const isOurs = (node: string) => taken.has(node);
  // What names no nodes is one.
  if (before.nodes === null && isOurs(server)) return 'taken by us';
  const room = roomIn(before, browserName, isOurs);
  if (room !== 'free') return room;
  if (before.nodes === null) taken.take(server);
  try {
    const holder = await startHolder(ask, settings, guardian);
    const words = new HolderWords(holder);
    try {
      const session = await words.session(server);
      const status = before.nodes === null ? before : await lookAt();
      const where = nodeOf(status, session.id);
      const node = where?.node.id ?? server;
      if (before.nodes !== null && !taken.take(node)) {
        await holder.close(CLOSE_WITHIN_MS);
        return 'taken by us';
      }
      const placed: Placed = {
        server,
        serverVersion: status.version,
        node,
        nodeUri: where?.node.uri ?? '',
        others: where?.others ?? 0,
        capabilities: recordedCapabilities(session.capabilities),
      };
      return { holder, words, session, placed };
    } catch (thrown) {
      await holder.close(CLOSE_WITHIN_MS);
      throw thrown;
    }
  } catch (thrown) {
    if (before.nodes === null) taken.free(server);
    throw thrown;
  }
}

async function openedPage(
  name: string,
  { holder, words, session, placed }: Held,
  pageUrl: string,
  taken: TakenNodes,
  lookAt: () => Promise<GridStatus>,
): Promise<RunningAgent> {
  const close = async () => {
    try {
      await holder.close(CLOSE_WITHIN_MS);
    } finally {
      taken.free(placed.node);
    }
  };
  const opening = words.obey({ do: 'open', url: pageUrl });
  // The page registers when it is there; a remote end that cannot open it ends the holder.
  opening.catch(() => undefined);
  return {
    engine: name,
    version: String(session.capabilities.browserVersion ?? ''),
    command: [],
    pid: holder.pid,
    exited: holder.exited,
    remote: {
      placed,
      stayAlive: () => words.obey({ do: 'stay-alive' }),
      isLost: () =>
        words.obey({ do: 'look' }).then(
          () => false,
          () => true,
        ),
      others: () =>
        lookAt().then(
          (status) => othersOn(status, placed.node, session.id),
          () => null,
        ),
    },
    close,
  };
}

/** What a remote end says of itself is the machine's lack, not a bug. */
async function orEnvironment<T>(asked: Promise<T>, server: string): Promise<T> {
  try {
    return await asked;
  } catch (thrown) {
    if (!(thrown instanceof RemoteEndError)) throw thrown;
    throw new EnvironmentError(
      `${server} does not say whether it is ready: ${thrown.message}`,
      [`GET ${server}/status: ${thrown.status}`],
      'name a Selenium Grid from version 4 on, or a driver; the URL may need a path, such as /wd/hub',
    );
  }
}

async function full(
  server: string,
  lookAt: () => Promise<GridStatus>,
  withinMs: number,
): Promise<EnvironmentError> {
  const status = await lookAt();
  return new EnvironmentError(
    `${server} has no room: ${sayFull(status)}`,
    [`GET ${server}/status for ${withinMs / 1_000} s`],
    'wait until others give their sessions back, or start another node',
  );
}
