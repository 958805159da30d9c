// An agent that somebody else opens: a phone, another machine. Nothing is started or ended here.

import { OUTSIDE } from '../../factors/browser.ts';
import type { AgentDriver } from '../driver.ts';

/** Its registration says what runs; it has no process on this machine. */
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
