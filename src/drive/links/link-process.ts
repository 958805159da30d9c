// Starts wirefare-link as a process, tells it what to set up and waits until it is ready.

import { EnvironmentError, messageOf } from '../../base/errors.ts';
import type { Guardian } from '../processes/guardian.ts';
import { type RunningProcess, startProcess } from '../processes/process-group.ts';
import { LinkClient } from './link-client.ts';
import type { LinkSetup, Refused } from './link-messages.ts';

/** Longer than its own clean-up takes. A process that is still there then is killed. */
export const LINK_GRACE_MS = 5_000;

export interface LinkProcess<R> {
  readonly running: RunningProcess;
  readonly client: LinkClient<R>;
  readonly ready: R;
}

export interface LinkCommand {
  readonly program: string;
  /** up: packets between namespaces · model: a proxy on loopback. */
  readonly verb: 'up' | 'model';
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Aborting it ends the process during set-up, which takes half a minute if a path loses nearly everything.
   */
  readonly interrupted?: AbortSignal | undefined;
}

/**
 * Throws an EnvironmentError with what was tried if the program refuses or ends; nothing of it is left then.
 */
export async function startLinkProcess<R extends { readonly ready: true }>(
  { program, verb, env, interrupted }: LinkCommand,
  setup: LinkSetup,
  guardian: Guardian,
): Promise<LinkProcess<R>> {
  const running = await startProcess(
    {
      name: 'wirefare-link',
      path: program,
      args: [verb],
      env,
      cwd: guardian.folder(),
      stdin: true,
      stdout: true,
    },
    guardian,
  );
  const stop = () => void running.close(LINK_GRACE_MS);
  interrupted?.addEventListener('abort', stop);
  if (interrupted?.aborted === true) stop();
  try {
    const { stdin, stdout, exited } = running;
    const client = new LinkClient<R>({ stdin: stdin!, stdout: stdout!, exited });
    const ready = await client.setUp(setup);
    if (isRefusal(ready)) throw new EnvironmentError(ready.what, ready.tried, ready.remedy);
    return { running, client, ready };
  } catch (thrown) {
    await running.close(LINK_GRACE_MS);
    if (thrown instanceof EnvironmentError) throw thrown;
    throw new EnvironmentError(
      `the link cannot be set up: ${messageOf(thrown)}`,
      [running.command.join(' ')],
      'wirefare doctor tells what this machine lacks',
    );
  } finally {
    interrupted?.removeEventListener('abort', stop);
  }
}

function isRefusal(first: { readonly ready: boolean }): first is Refused {
  return !first.ready;
}
