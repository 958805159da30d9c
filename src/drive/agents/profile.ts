// A fresh profile for one browser start: its own HOME, XDG folders and runtime folder, so that nothing of the
// user comes in (settings, caches, a session bus) and nothing stays behind.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { systemHere } from '../machine/system.ts';

export interface Profile {
  /** The folder of the profile itself, empty. */
  readonly folder: string;
  /** The browser's environment: PATH, locale, its own HOME and XDG folders, no session bus, nothing else. */
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** Nothing opens a socket there without SystemRoot; the others are the folders of a user. */
function windowsEnv(
  { SystemRoot, ComSpec }: Readonly<Record<string, string | undefined>>,
  inside: (name: string) => string,
): Readonly<Record<string, string>> {
  return {
    ...(SystemRoot !== undefined && { SystemRoot }),
    ...(ComSpec !== undefined && { ComSpec }),
    USERPROFILE: inside('home'),
    APPDATA: inside('config'),
    LOCALAPPDATA: inside('data'),
    TEMP: inside('tmp'),
    TMP: inside('tmp'),
  };
}

/**
 * `parent` is the guardian's folder; `env` is the lab's environment, from which only PATH and the locale are
 * passed on.
 */
export async function freshProfile(
  parent: string,
  browser: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Profile> {
  const root = await mkdtemp(path.join(parent, `${browser}-`));
  const inside = (name: string) => path.join(root, name);
  const folders = ['profile', 'home', 'config', 'cache', 'data', 'state', 'tmp'];
  for (const name of folders) await mkdir(inside(name));
  await mkdir(inside('runtime'), { mode: 0o700 });
  return {
    folder: inside('profile'),
    env: {
      PATH: env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
      LANG: env.LANG ?? 'C.UTF-8',
      HOME: inside('home'),
      XDG_CONFIG_HOME: inside('config'),
      XDG_CACHE_HOME: inside('cache'),
      XDG_DATA_HOME: inside('data'),
      XDG_STATE_HOME: inside('state'),
      XDG_RUNTIME_DIR: inside('runtime'),
      TMPDIR: inside('tmp'),
      ...(systemHere() === 'windows' && windowsEnv(env, inside)),
      // Without an address, GLib and Firefox start a bus of their own that outlives them.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      NO_AT_BRIDGE: '1',
    },
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  };
}
