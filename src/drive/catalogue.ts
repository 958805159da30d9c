// The real drivers by name: adding a browser is one file and one line here.

import { UserError } from '../base/errors.ts';
import { chromiumDriver } from './chromium.ts';
import type { AgentDriver, Drivers, TargetDriver } from './driver.ts';
import { firefoxDriver } from './firefox.ts';
import { createGuardian, type Guardian } from './guardian.ts';
import { nodeAgentDriver } from './node-agent.ts';
import type { DriveSettings } from './open-agent.ts';
import { webkitDriver } from './webkit.ts';

const AGENTS: Readonly<Record<string, (settings: DriveSettings, guardian: Guardian) => AgentDriver>> = {
  chromium: chromiumDriver,
  firefox: firefoxDriver,
  webkit: webkitDriver,
  node: nodeAgentDriver,
};

/** Names for `Drivers.agent`. */
export const AGENT_NAMES: readonly string[] = Object.keys(AGENTS);

/** Starts nothing yet. What is started later ends with this process, however that ends. */
export function realDrivers(
  settings: DriveSettings,
  target: (name: string, settings: DriveSettings, guardian: Guardian) => TargetDriver,
): Drivers {
  const guardian = createGuardian(settings.tempDir);
  const agents = new Map<string, AgentDriver>();
  return {
    agent: (name) => {
      const known = agents.get(name);
      if (known !== undefined) return known;
      const make = AGENTS[name];
      if (make === undefined) throw unknownName('browser', name, AGENT_NAMES);
      const driver = make(settings, guardian);
      agents.set(name, driver);
      return driver;
    },
    target: (name) => target(name, settings, guardian),
  };
}

function unknownName(what: string, name: string, allowed: readonly string[]): UserError {
  return new UserError([
    { file: what, path: '', what: `there is no ${what} ${JSON.stringify(name)}`, allowed },
  ]);
}
