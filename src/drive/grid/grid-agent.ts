// A browser that a remote end starts: Selenium Grid, a bare driver, a vendor's service. A small process
// (holder-main.ts) holds the session, so that it is given back however the lab ends. Never two sessions of
// ours on one node: each would be noise to the other.

import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError } from '../../base/errors.ts';
import { gridBrowser, machineOf } from '../../factors/browser.ts';
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
  sessionTimeoutMs,
} from './grid-status.ts';
import { HolderWords, startHolder } from './holder.ts';
import type { HolderAsk } from './holder-lines.ts';
import { KEPT_IN_QUEUE, type MadeSession, RemoteEndError, remoteEnd } from './remote-end.ts';
import { asNoRoom, RoomWait, type TakenNodes } from './wait-for-room.ts';

const LOOK_AGAIN_MS = 1_000;
/** Until a remote end is taken at its word that it can start no browser. */
const MOST_STARTS = 3;
/** A Grid takes a node for alive, and chooses it again, for two minutes after it died. */
const MOST_STARTS_ON_DEAD_NODES = 150;
/** A browser that starts on a free node is there before. */
const SAY_UNANSWERED_MS = 15_000;
/** A Grid that lost its node answers late. */
const CLOSE_WITHIN_MS = 20_000;

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
  /** Until it is said that a session that was asked for has not come; absent: 15 s. */
  readonly sayUnansweredMs?: number;
  /** From one asking after the session to the next between blocks; absent: 15 s. */
  readonly askAgainMs?: number;
  /** Called when there is no room and the lab waits, and when it waits for something else. */
  readonly tell?: (line: string) => void;
}

/**
 * `find` throws an EnvironmentError where the remote end cannot be reached, does not let us in, is too old or
 * has no such browser; `open` also where it could not start the browser, and a NoRoom where others had every
 * node for five minutes.
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
      const { taken, tell, roomWithinMs, lookAgainMs = LOOK_AGAIN_MS } = settings;
      const wait = new RoomWait({ server, taken, roomWithinMs, tell });
      let failed = 0;
      const { sessionWithinMs, askAgainMs, sayUnansweredMs = SAY_UNANSWERED_MS } = settings;
      const unanswered = { afterMs: sayUnansweredMs, say: () => wait.unanswered(sayUnansweredMs) };
      const ask = { server, capabilities, sessionWithinMs, askAgainMs };
      try {
        for (;;) {
          const placing = wait.mayAsk()
            ? placeOne(ask, browserName, lookAt, settings, guardian, unanswered)
            : ('held back' as const);
          const found = await Promise.resolve(placing).catch((thrown: unknown) => {
            failed += 1;
            if (!(thrown instanceof EnvironmentError)) throw thrown;
            if (!mayStartYet(thrown, failed)) throw asNoRoom(thrown);
            return 'free' as const;
          });
          if (typeof found !== 'string')
            return openedPage(name, withBounces(found, wait.bounced), pageUrl, taken, lookAt);
          if (found === 'bounced') wait.bounce();
          else if (found !== 'held back' && wait.isTooLong(found))
            throw wait.noRoom(sayFull(await lookAt(), browserName));
          await delay(lookAgainMs, undefined, { signal: settings.interrupted });
        }
      } finally {
        wait.end();
      }
    },
  };
}

function mayStartYet({ message }: EnvironmentError, failed: number): boolean {
  // That was as long as the lab waits for room (asNoRoom).
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
  /** By what name it was taken. */
  readonly node: string;
}

function withBounces(held: Held, bounced: number): Held {
  return bounced === 0 ? held : { ...held, placed: { ...held.placed, bounced } };
}

/** Who has the room, where there is none for one more; `bounced` where a session of ours is on that node. */
async function placeOne(
  ask: HolderAsk,
  browserName: string,
  lookAt: () => Promise<GridStatus>,
  settings: GridAgentSettings,
  guardian: Guardian,
  unanswered: { readonly afterMs: number; readonly say: () => void },
): Promise<Held | Room | 'bounced'> {
  const { server } = ask;
  const { taken } = settings;
  const before = await lookAt();
  const isOurs = (node: string) => taken.has(node);
  // What names no nodes is one, by whatever port and name it is asked.
  const machine = before.nodes === null ? machineOf(server) : null;
  if (machine !== null && isOurs(machine)) return 'taken by us';
  const room = roomIn(before, browserName, isOurs);
  if (room !== 'free') return room;
  if (machine !== null) taken.take(machine);
  try {
    const timed = { ...ask, sessionTimeoutMs: sessionTimeoutMs(before, browserName) };
    const holder = await startHolder(timed, settings, guardian);
    const words = new HolderWords(holder);
    const silent = setTimeout(unanswered.say, unanswered.afterMs);
    try {
      const session = await unlessInterrupted(words.session(server), settings.interrupted).finally(() =>
        clearTimeout(silent),
      );
      const status = machine !== null ? before : await lookAt();
      const where = nodeOf(status, session.id);
      const node = machine ?? where?.node.id ?? server;
      if (machine === null && !taken.take(node)) {
        await holder.close(CLOSE_WITHIN_MS);
        return 'bounced';
      }
      const placed: Placed = {
        server,
        serverVersion: status.version,
        node: where?.node.id ?? server,
        nodeUri: where?.node.uri ?? '',
        others: where?.others ?? 0,
        capabilities: recordedCapabilities(session.capabilities),
      };
      return { holder, words, session, placed, node };
    } catch (thrown) {
      // A Grid may keep the request for minutes. The browser that comes then is given back without the lab.
      if (settings.interrupted?.aborted === true) holder.abandon();
      else await holder.close(CLOSE_WITHIN_MS);
      throw thrown;
    }
  } catch (thrown) {
    if (machine !== null) taken.free(machine);
    throw thrown;
  }
}

async function unlessInterrupted<T>(result: Promise<T>, interrupted: AbortSignal | undefined): Promise<T> {
  if (interrupted === undefined) return result;
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(new Error('interrupted'));
  interrupted.addEventListener('abort', stop);
  if (interrupted.aborted) stop();
  try {
    return await Promise.race([result, stopped.promise]);
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
}

async function openedPage(
  name: string,
  { holder, words, session, placed, node }: Held,
  pageUrl: string,
  taken: TakenNodes,
  lookAt: () => Promise<GridStatus>,
): Promise<RunningAgent> {
  const close = async () => {
    try {
      await holder.close(CLOSE_WITHIN_MS);
    } finally {
      taken.free(node);
    }
  };
  let mostOthers: number | null = null;
  const lookAtOthers = async () => {
    const now = await lookAt().then(
      (status) => othersOn(status, placed.node, session.id),
      () => null,
    );
    if (now !== null) mostOthers = Math.max(mostOthers ?? 0, now);
    return mostOthers;
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
      // Who comes and goes between two looks, 15 s apart, is not seen: a look at each block would be too many
      // questions.
      stayAlive: async () => {
        if (await words.obey({ do: 'stay-alive' })) await lookAtOthers();
      },
      isLost: () =>
        words.obey({ do: 'look' }).then(
          () => false,
          () => true,
        ),
      others: lookAtOthers,
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
