// Starts a front (src/front/): a target before a server that somebody else runs. Where it stands in a
// namespace, a dialer is started beside it, outside, through which it reaches that server.

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { EnvironmentError, messageOf } from '../../base/errors.ts';
import { PROJECT_ROOT, programFile } from '../../base/places.ts';
import type { FrontSettings } from '../../wire/front.ts';
import type { FrontAsk, RunningTarget, TargetDriver, TargetSettings } from '../driver.ts';
import { type Placement, placed } from '../links/placement.ts';
import { firstLine } from '../processes/first-line.ts';
import type { Guardian } from '../processes/guardian.ts';
import { type RunningProcess, startProcess } from '../processes/process-group.ts';
import { type RequestTotal, requestsSentBy } from './request-total.ts';
import { becomeReady, givenReaders, READY_WITHIN_MS } from './target.ts';

export interface FrontSurroundings {
  readonly nodePath: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The address that it binds to where the lab is. */
  readonly host: string;
}

/** No tickets, as the embedded target has none. */
const OPENSSL_CONFIG = path.join(PROJECT_ROOT, 'targets/node/openssl.cnf');

/** `start` throws an EnvironmentError where front or dialer do not start, or the server cannot be reached. */
export function frontDriver(ask: FrontAsk, around: FrontSurroundings, guardian: Guardian): TargetDriver {
  return {
    name: ask.name,
    isFront: true,
    find: async () => {},
    start: async (settings) => {
      const { placement = null } = settings;
      const { total, ...own } = ask;
      const dialer =
        placement !== null && isElsewhere(placement) ? await startDialer(ask, around, guardian) : null;
      const most = total?.take() ?? null;
      try {
        const untold = total?.isUntold === true ? { isUntold: true as const } : {};
        const told = { ...own, most, ...untold, dialer: dialer?.path ?? null };
        const front = counted(await startFront(told, settings, around, guardian), total, most);
        return dialer === null ? front : withDialer(front, dialer);
      } catch (thrown) {
        total?.giveBack(most, 0);
        await dialer?.close();
        throw thrown;
      }
    },
  };
}

/** Whether programs started there find another network than the lab does. */
function isElsewhere({ wrap }: Placement): boolean {
  return wrap('program', []).path !== 'program';
}

interface Dialer {
  readonly path: string;
  readonly exited: RunningProcess['exited'];
  close(): Promise<void>;
}

async function startDialer(
  { upstream }: FrontAsk,
  { nodePath, dataDir, env }: FrontSurroundings,
  guardian: Guardian,
): Promise<Dialer> {
  const { hostname, port, protocol } = new URL(upstream.url);
  // The folder is this user's alone. A path of a socket has at most 107 bytes.
  const socketPath = path.join(guardian.folder(), `dial-${randomBytes(6).toString('hex')}`);
  const dialer = await startProcess(
    {
      name: `the dialer to ${hostname}`,
      path: nodePath,
      args: [programFile('src/front/dialer-main.ts')],
      cwd: PROJECT_ROOT,
      env: {
        NODE_COMPILE_CACHE: path.join(dataDir, 'compiled'),
        ...env,
        WIREFARE_DIALER_PATH: socketPath,
        WIREFARE_DIALER_HOST: upstream.address,
        WIREFARE_DIALER_PORT: port || (protocol === 'https:' ? '443' : '80'),
      },
      stdin: true,
      stdout: true,
    },
    guardian,
  );
  const close = async () => {
    await dialer.close();
    await rm(socketPath, { force: true });
  };
  try {
    const ready = { stream: dialer.stdout!, exited: dialer.exited };
    await firstLine(
      'start the dialer',
      ready,
      (line) => (line.includes('"ready":true') ? true : null),
      READY_WITHIN_MS,
    );
    return { path: socketPath, exited: dialer.exited, close };
  } catch (thrown) {
    await close();
    throw new EnvironmentError(messageOf(thrown), [dialer.command.join(' ')], 'see what it says on stderr');
  }
}

async function startFront(
  front: FrontSettings,
  { placement = null, tls, readers }: TargetSettings,
  { nodePath, dataDir, env, host }: FrontSurroundings,
  guardian: Guardian,
): Promise<RunningTarget> {
  const { name, upstream } = front;
  const secret = readers === undefined ? null : randomBytes(16).toString('hex');
  const started = await startProcess(
    placed(
      {
        name: `the front of ${name}`,
        path: nodePath,
        args: [`--openssl-config=${OPENSSL_CONFIG}`, programFile('src/front/main.ts')],
        cwd: PROJECT_ROOT,
        env: {
          NODE_COMPILE_CACHE: path.join(dataDir, 'compiled'),
          ...env,
          WIREFARE_HOST: placement?.listenHost ?? host,
          WIREFARE_PORT: '0',
          WIREFARE_DATA_DIR: dataDir,
          WIREFARE_LARGEST_N: '1',
          WIREFARE_DATASETS: '',
          WIREFARE_PAYLOADS: '',
          ...(secret === null || readers === undefined ? {} : givenReaders(secret, readers)),
          ...(tls == null ? {} : { WIREFARE_TLS_CERT: tls.certFile, WIREFARE_TLS_KEY: tls.keyFile }),
        },
        stdin: true,
        stdout: true,
      },
      placement,
    ),
    guardian,
  );
  started.stdin!.write(`${JSON.stringify(front)}\n`);
  try {
    const running = await becomeReady(
      name,
      started,
      host,
      { largestN: 1, placement },
      secret,
      READY_WITHIN_MS,
    );
    return { ...running, isFront: true };
  } catch (thrown) {
    await started.close();
    const { lastWords } = await started.exited;
    throw new EnvironmentError(
      `the front of ${name} did not start: ${lastWords || messageOf(thrown)}`,
      [started.command.join(' ')],
      `see whether the server still answers at ${new URL(upstream.url).host}`,
    );
  }
}

/** What it did not send is left for the next one; of one that cannot tell any more nothing is. */
function counted(front: RunningTarget, total: RequestTotal | null, most: number | null): RunningTarget {
  if (total === null) return front;
  const close = async () => {
    total.giveBack(most, await requestsSentBy(front.url));
    await front.close();
  };
  return { ...front, rested: total.rested, close };
}

/** A dialer that is gone ends its front's session: nothing would come any more. */
function withDialer(front: RunningTarget, dialer: Dialer): RunningTarget {
  return {
    ...front,
    exited: Promise.race([front.exited, dialer.exited]),
    close: async () => {
      await front.close();
      await dialer.close();
    },
  };
}
