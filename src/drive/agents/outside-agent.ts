// An agent that somebody else opens: a phone, another machine. Nothing is started here and nothing ended.

import { OUTSIDE } from '../../factors/browser.ts';
import type { AgentDriver } from '../driver.ts';

/** What runs is told by its registration; no process of this machine is its own. */
const NO_PROCESS = 0;

export function outsideAgentDriver(): AgentDriver {
  return {
    name: OUTSIDE,
    find: async () => ({ path: '', version: '' }),
    open: async () => ({
      engine: OUTSIDE,
      version: '',
      command: [],
      pid: NO_PROCESS,
      exited: new Promise(() => {}),
      close: async () => {},
    }),
  };
}
