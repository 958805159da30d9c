// Starts a server by somebody's own command: on a free port that the command is told, with everything that it
// starts in one process group, which is ended by its number.

import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { roundToDigits } from '../../base/figures/numbers.ts';
import type { OwnServerAsk, RunningServer } from '../driver.ts';
import { systemHere } from '../machine/system.ts';
import { sayExit } from '../processes/first-line.ts';
import { freePort } from '../processes/free-port.ts';
import type { Guardian } from '../processes/guardian.ts';
import { keepLastLines, startProcess } from '../processes/process-group.ts';

export interface OwnServerSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Longest wait until it answers, ms. */
  readonly readyWithinMs: number;
  readonly interrupted?: AbortSignal | undefined;
}

const POLL_MS = 50;
/** A server that minds no PORT is found out by its own port, which is looked at less often. */
const OTHER_PORT_EVERY = 20;

/** Throws an EnvironmentError with its last words where it ends, or does not answer in time. */
export async function startOwnServer(
  ask: OwnServerAsk,
  { env, clock, readyWithinMs, interrupted }: OwnServerSurroundings,
  guardian: Guardian,
): Promise<RunningServer> {
  const port = await freePort('127.0.0.1');
  const words = ask.command.map((word) => word.replaceAll('{port}', String(port)));
  const [path, ...args] = words.length === 1 ? shellFor(words[0]!, env) : (words as [string, ...string[]]);
  const url = withPort(ask.url, port);
  const isTakenBefore = await ask.answers(ask.url);
  const started = await startProcess(
    {
      name: `the command of ${ask.name}`,
      path,
      args,
      cwd: ask.cwd,
      env: { ...env, PORT: String(port) },
      stdin: true,
      stdout: true,
      verbatim: words.length === 1,
      remedy: `mend gate.${ask.name}`,
    },
    guardian,
  );
  const told = keepLastLines(started.stdout!);
  let end: string | null = null;
  void started.exited.then((exit) => {
    end = sayExit({ ...exit, lastWords: exit.lastWords || told().join('\n') });
  });
  const withinMs = Math.min(readyWithinMs, ask.readyWithinMs ?? readyWithinMs);
  const close = () => started.close();
  const failed = async (what: string) => {
    await close();
    const { lastWords } = await started.exited;
    const lines = [...told(), lastWords].join('\n').trim();
    // What it ended with stands in the message.
    const said = what.includes(lines) ? '' : lines;
    const tried = [`PORT=${port} ${words.join(' ')} (in ${ask.cwd})`, ...(said === '' ? [] : [said])];
    const longer = withinMs < readyWithinMs ? '; a longer budget of the gate waits longer' : '';
    return new EnvironmentError(
      `${ask.name} ${what}`,
      tried,
      `start it by hand there; it has to serve ${ask.url} on the port that PORT names, or that stands for {port} in it${longer}`,
    );
  };
  const untilMs = clock.nowMs() + withinMs;
  try {
    for (let looks = 1; ; looks += 1) {
      if (await ask.answers(url)) break;
      interrupted?.throwIfAborted();
      if (end !== null) throw await failed(`did not start: its command ${end}`);
      if (!isTakenBefore && looks % OTHER_PORT_EVERY === 0 && (await ask.answers(ask.url)))
        throw await failed(
          `listens on port ${portOf(ask.url)}, whatever PORT says: two of it cannot run at once`,
        );
      if (clock.nowMs() > untilMs)
        throw await failed(`did not answer at ${url} within ${roundToDigits(withinMs / 1_000, 3)} s`);
      await delay(POLL_MS);
    }
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return { url, pid: started.pid, command: words, exited: started.exited, close };
}

/** As Node's own `shell: true` does it. */
function shellFor(line: string, env: OwnServerSurroundings['env']): [string, ...string[]] {
  if (systemHere() !== 'windows') return ['/bin/sh', '-c', line];
  return [env.ComSpec ?? 'cmd.exe', '/d', '/s', '/c', `"${line}"`];
}

function withPort(typed: string, port: number): string {
  const url = new URL(typed);
  url.port = String(port);
  return url.href;
}

function portOf(typed: string): string {
  const { port, protocol } = new URL(typed);
  return port || (protocol === 'https:' ? '443' : '80');
}
