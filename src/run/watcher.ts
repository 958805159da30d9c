// Whoever follows a run beside the terminal.

import type { RunFile } from '../record/record.ts';
import type { Summary } from '../summary/summary.ts';
import type { BrowserAt } from './agents/browser-at.ts';
import type { RunEvent } from './events.ts';

export interface Watcher {
  event(event: RunEvent): void;
  /** What a look found in what is measured so far, before the run decides how it goes on. */
  soFar(run: RunFile, summary: Summary): void;
  /** The run is over, or has broken off, and this is what came of it; `dir` holds its record. */
  ended(run: RunFile, summary: Summary, dir: string): void;
  /**
   * Resolves when nothing of this process would disturb a session that is about to begin; absent: nothing
   * does.
   */
  readonly untilQuiet?: () => Promise<void>;
  /** Whether it is this browser that follows the run; absent: no browser does. */
  readonly isWatching?: (browser: BrowserAt) => boolean;
}
