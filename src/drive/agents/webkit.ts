// WebKitGTK's MiniBrowser by a plain command line, on an X server of its own (Xvfb), since it has no headless
// mode.

import type { AgentDriver, RunningAgent } from '../driver.ts';
import { findProgram, readOutput, type Wanted } from '../machine/find-program.ts';
import type { Guardian } from '../processes/guardian.ts';
import { once } from '../processes/once.ts';
import { type DriveSettings, openAgent } from './open-agent.ts';
import { findXvfb, type RunningXvfb, startXvfb } from './xvfb.ts';

const LIBRARIES = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'];
const FOLDERS = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/libexec',
  '/usr/lib',
  '/usr/lib64',
];

export const WEBKIT: Wanted = {
  name: 'webkit (MiniBrowser)',
  override: 'WIREFARE_WEBKIT',
  names: ['MiniBrowser'],
  paths: LIBRARIES.flatMap((library) => FOLDERS.map((folder) => `${folder}/${library}/MiniBrowser`)),
  packages: ['webkit2gtk-driver', 'xvfb'],
};

const GTK_ENV = {
  GDK_BACKEND: 'x11',
  // No settings daemon, no portals, no volume monitors: each would start a service on a session bus.
  GSETTINGS_BACKEND: 'memory',
  GTK_USE_PORTAL: '0',
  GIO_USE_VFS: 'local',
  GIO_USE_VOLUME_MONITOR: 'unix',
  // Xvfb has no graphics card to share buffers with.
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
};

export function webkitDriver(settings: DriveSettings, guardian: Guardian): AgentDriver {
  const find = once(() => findWebkit(settings));
  const { proxyPort } = settings;
  const proxy = proxyPort === undefined ? [] : [`--proxy=http://127.0.0.1:${proxyPort}`];
  return {
    name: 'webkit',
    find,
    open: async (pageUrl, { placement, trust } = {}) => {
      const { path, version } = await find();
      const xvfb = await startXvfb(settings, guardian);
      // It can be told to trust every certificate or none: a profile of one run that meets the run's own
      // servers only.
      const trusting = trust == null ? [] : ['--ignore-tls-errors'];
      const spec = async (profile: { env: Readonly<Record<string, string>> }) => ({
        name: 'webkit',
        path,
        args: ['--geometry=1280x800', ...proxy, ...trusting, pageUrl],
        env: { ...profile.env, ...GTK_ENV, DISPLAY: xvfb.display },
      });
      try {
        return withXvfb(
          await openAgent({ engine: 'webkit', version, spec, placement }, settings, guardian),
          xvfb,
        );
      } catch (error) {
        await xvfb.close();
        throw error;
      }
    },
  };
}

function withXvfb(agent: RunningAgent, xvfb: RunningXvfb): RunningAgent {
  return {
    ...agent,
    otherGroups: [xvfb.pid],
    close: async () => {
      await agent.close();
      await xvfb.close();
    },
  };
}

/** Xvfb counts as part of it: without it MiniBrowser cannot open. */
async function findWebkit(settings: DriveSettings): Promise<{ path: string; version: string }> {
  const path = await findProgram(WEBKIT, settings);
  await findXvfb(settings);
  return { path, version: await libraryVersion(path, settings.env) };
}

/** MiniBrowser tells its version only with a display; the package system knows it without. */
async function libraryVersion(path: string, env: DriveSettings['env']): Promise<string> {
  const library = LIBRARIES.find((name) => path.includes(name)) ?? LIBRARIES[0]!;
  const packageLines = await readOutput('dpkg-query', ['-W', `lib${library}-*`], env);
  return /\t(\d+(\.\d+)+)/.exec(packageLines ?? '')?.[1] ?? 'unknown';
}
