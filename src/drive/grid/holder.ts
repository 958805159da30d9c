// The small process that holds a session at a remote end (holder-main.ts), as the lab speaks with it.

import type { Writable } from 'node:stream';
import { EnvironmentError, messageOf } from '../../base/errors.ts';
import { programFile } from '../../base/places.ts';
import type { DriveSettings } from '../agents/open-agent.ts';
import type { ExitInfo } from '../processes/exit-info.ts';
import type { Guardian } from '../processes/guardian.ts';
import { type RunningProcess, startProcess } from '../processes/process-group.ts';
import { HOLDER_ASK, type HolderAsk, type HolderOrder, type HolderWord, readWord } from './holder-lines.ts';
import type { MadeSession } from './remote-end.ts';

/** Its stdin is its guard: the guardian's grace is shorter than a Grid takes to give a session back. */
export function startHolder(
  ask: HolderAsk,
  settings: DriveSettings,
  guardian: Guardian,
): Promise<RunningProcess> {
  const { env, nodePath } = settings;
  return startProcess(
    {
      name: `holder of a session at ${ask.server}`,
      path: nodePath,
      args: [programFile('src/drive/grid/holder-main.ts')],
      env: { ...env, [HOLDER_ASK]: JSON.stringify(ask) },
      asksGrid: true,
      cwd: guardian.folder(),
      stdin: true,
      stdout: true,
    },
    { folder: guardian.folder, watch: () => {}, release: () => {} },
  );
}

/** The holder's words, each with what it answers. */
export class HolderWords {
  readonly #stdin: Writable;
  readonly #exited: Promise<ExitInfo>;
  readonly #waiting: ((word: HolderWord) => void)[] = [];
  readonly #early: HolderWord[] = [];

  constructor({ stdin, stdout, exited }: RunningProcess) {
    this.#stdin = stdin!;
    this.#exited = exited;
    let open = '';
    stdout!.setEncoding('utf8');
    stdout!.on('data', (text: string) => {
      const lines = (open + text).split('\n');
      open = lines.pop()!;
      for (const word of lines.map(readWord)) {
        if (word === null) continue;
        const waiting = this.#waiting.shift();
        if (waiting === undefined) this.#early.push(word);
        else waiting(word);
      }
    });
    stdout!.on('error', () => {});
  }

  /** Throws an EnvironmentError with what the remote end said where it could not start the browser. */
  async session(server: string): Promise<MadeSession> {
    const word = await this.#next().catch((thrown: unknown) => {
      throw new EnvironmentError(
        `${server} started no browser: ${messageOf(thrown)}`,
        [`POST ${server}/session`],
        'see what the Grid or the driver writes; WIREFARE_GRID_CAPABILITIES adds what it needs, such as {"goog:chromeOptions":{"args":["--no-sandbox"]}} where it runs as root',
      );
    });
    if ('session' in word) return word.session;
    throw new Error('the holder of a session said something else first');
  }

  /** Whether the remote end was asked for it. Rejects where the session is lost. */
  async obey(order: HolderOrder): Promise<boolean> {
    this.#stdin.write(`${JSON.stringify(order)}\n`);
    const word = await this.#next();
    return 'asked' in word && word.asked;
  }

  #next(): Promise<HolderWord> {
    const early = this.#early.shift();
    if (early !== undefined) return Promise.resolve(early);
    return new Promise((resolve, reject) => {
      this.#waiting.push(resolve);
      void this.#exited.then(({ code, lastWords }) =>
        reject(new Error(lastWords === '' ? `the holder of the session ended with code ${code}` : lastWords)),
      );
    });
  }
}
