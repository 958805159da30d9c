// Opens a browser of any engine with a fresh profile and a process group, and removes both at close.

import type { AgentSettings, RunningAgent } from '../driver.ts';
import { placed } from '../links/placement.ts';
import type { Guardian } from '../processes/guardian.ts';
import { type ProcessSpec, startProcess } from '../processes/process-group.ts';
import { freshProfile, type Profile } from './profile.ts';

/** What the drivers need to know of the outside; main.ts provides it. */
export interface DriveSettings {
  /** Node 24 or newer, for the Node agent and the embedded target. */
  readonly nodePath: string;
  readonly projectRoot: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Profiles go below it. */
  readonly tempDir: string;
  readonly isRoot: boolean;
  /**
   * Sends everything, the page too, through an HTTP proxy on this port of 127.0.0.1: that shows what a
   * browser asks for.
   */
  readonly proxyPort?: number;
}

export interface AgentStart {
  readonly engine: string;
  readonly version: string;
  /** The process to start; it runs in the profile's folder unless this says otherwise. */
  readonly spec: (profile: Profile) => Promise<Omit<ProcessSpec, 'cwd'> & { readonly cwd?: string }>;
  readonly placement: AgentSettings['placement'];
  /** See RunningAgent. */
  readonly preferences?: string | null;
}

/** Throws an EnvironmentError when it cannot be started; the profile is then gone again. */
export async function openAgent(
  start: AgentStart,
  settings: DriveSettings,
  guardian: Guardian,
): Promise<RunningAgent> {
  const profile = await freshProfile(guardian.folder(), start.engine, settings.env);
  try {
    const spec = await start.spec(profile);
    const running = await startProcess(placed({ cwd: profile.folder, ...spec }, start.placement), guardian);
    return {
      engine: start.engine,
      version: start.version,
      command: running.command,
      ...(start.preferences != null && { preferences: start.preferences }),
      pid: running.pid,
      exited: running.exited,
      close: async () => {
        await running.close();
        await profile.remove();
      },
    };
  } catch (error) {
    await profile.remove();
    throw error;
  }
}
