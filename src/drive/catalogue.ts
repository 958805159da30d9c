// The real drivers by name: a new browser is one file and one line here; a new program is a folder of
// clients/.

import type { Clock } from '../base/clock.ts';
import { UserError } from '../base/errors.ts';
import { unknownWord } from '../base/spelling.ts';
import { gridBrowser } from '../factors/browser.ts';
import { isBehindNginx, withoutNginx } from '../factors/target.ts';
import { chromiumDriver } from './agents/chromium.ts';
import { AGENT_NAMES, clientFolders } from './agents/client-names.ts';
import { firefoxDriver } from './agents/firefox.ts';
import { nodeAgentDriver } from './agents/node-agent.ts';
import type { DriveSettings } from './agents/open-agent.ts';
import { outsideAgentDriver } from './agents/outside-agent.ts';
import { programAgentDriver } from './agents/program-agent.ts';
import { webkitDriver } from './agents/webkit.ts';
import type { AgentDriver, Drivers } from './driver.ts';
import { gridAgentDriver } from './grid/grid-agent.ts';
import { TakenNodes } from './grid/wait-for-room.ts';
import { linkProgram } from './links/link-program.ts';
import { modelledLinkDriver } from './links/modelled-link.ts';
import { wirefareLinkDriver } from './links/wirefare-link.ts';
import { k6LoadDriver } from './load/k6-load.ts';
import { requireNamespaces } from './machine/system.ts';
import { createGuardian, type Guardian } from './processes/guardian.ts';
import { cgroupSlowdownDriver } from './slow/cgroup-slowdown.ts';
import { frontDriver } from './targets/front.ts';
import { startOwnServer } from './targets/own-server.ts';
import { READY_WITHIN_MS, targetDriver } from './targets/target.ts';
import { targetFolder, targetFolders, targetNames } from './targets/target-names.ts';

export { AGENT_NAMES, targetFolder, targetNames };

type MakesAgent = (settings: DriveSettings, guardian: Guardian) => AgentDriver;

/** All agents except clients that are programs (client-names.ts). */
const AGENTS: Readonly<Record<(typeof AGENT_NAMES)[number], MakesAgent>> = {
  chromium: chromiumDriver,
  firefox: firefoxDriver,
  webkit: webkitDriver,
  node: nodeAgentDriver,
  outside: outsideAgentDriver,
};

export interface RealDriverSettings extends DriveSettings {
  /** Where generated datasets are kept; targets load them from there. */
  readonly dataDir: string;
  readonly clock: Clock;
  /** Called with everything that takes a while before the measurement. */
  readonly tell: (line: string) => void;
  /** Aborting it stops everything that takes a while. */
  readonly interrupted?: AbortSignal;
}

/**
 * Starts nothing yet. Processes that are started later end with this process, however it ends: the guardian
 * sees to that, which has a process and a folder for as long as this one is there.
 */
export function realDrivers(
  settings: RealDriverSettings,
  guardian: Guardian = createGuardian(settings.tempDir),
): Drivers {
  const agents = new Map<string, AgentDriver>();
  const taken = new TakenNodes();
  // One program for all links, so that a run keeps its program even if the sources change meanwhile.
  const program = linkProgram({ ...settings, cacheDir: settings.dataDir }, guardian);
  const slowdown = cgroupSlowdownDriver(guardian);
  const load = k6LoadDriver({ ...settings, cacheDir: settings.dataDir }, guardian);
  return {
    agent: (name) => {
      const known = agents.get(name);
      if (known !== undefined) return known;
      const driver =
        gridBrowser(name) === null
          ? agentNamed(name, settings, guardian)
          : gridAgentDriver(name, { ...settings, taken }, guardian);
      agents.set(name, driver);
      return driver;
    },
    target: (name) => {
      const folders = targetFolders(settings.projectRoot, settings.env);
      const folder = folders.get(withoutNginx(name));
      if (folder === undefined) throw unknownName('target', name, [...folders.keys()]);
      return targetDriver({
        folder,
        name,
        behindNginx: isBehindNginx(name),
        nodePath: settings.nodePath,
        dataDir: settings.dataDir,
        host: '127.0.0.1',
        port: 0,
        env: settings.env,
        readyWithinMs: READY_WITHIN_MS,
        guardian,
        clock: settings.clock,
        tell: settings.tell,
        interrupted: settings.interrupted,
      });
    },
    front: (ask) => frontDriver(ask, { ...settings, host: '127.0.0.1' }, guardian),
    ownServer: (ask) => startOwnServer(ask, { ...settings, readyWithinMs: READY_WITHIN_MS }, guardian),
    link: (choice) => {
      const { clock, env, interrupted } = settings;
      const link = { program, clock, env, interrupted };
      if (choice === 'modelled') return modelledLinkDriver(link, guardian);
      // Nothing is built for what cannot be had here.
      const withNamespaces = async () => {
        requireNamespaces();
        return program();
      };
      const packets = { ...link, program: withNamespaces };
      return wirefareLinkDriver(packets, choice === 'auto' ? null : choice, guardian);
    },
    load: () => load,
    slowdown: () => slowdown,
    certificate: async (addresses, withAuthority = false) => {
      // Its libraries take longer to load than everything else here, and many verbs need no certificate.
      const { makeCertificate } = await import('./targets/certificate.ts');
      return makeCertificate(guardian.folder(), addresses, settings.clock.date(), { withAuthority });
    },
  };
}

function agentNamed(name: string, settings: RealDriverSettings, guardian: Guardian): AgentDriver {
  const known = AGENT_NAMES.find((each) => each === name);
  if (known !== undefined) return AGENTS[known](settings, guardian);
  const folders = clientFolders(settings.projectRoot, settings.env);
  const folder = folders.get(name);
  if (folder === undefined) throw unknownName('browser', name, [...AGENT_NAMES, ...folders.keys()]);
  return programAgentDriver({ ...settings, folder, cacheDir: settings.dataDir }, guardian);
}

function unknownName(what: string, name: string, allowed: readonly string[]): UserError {
  return new UserError([unknownWord(what, what, name, allowed)]);
}
