// One line of what `wirefare doctor` found.

export interface Finding {
  /** `chromium`, `CPU governor`. */
  readonly name: string;
  /**
   * missing: something cannot be done without it · warning: everything can be done, but something less well.
   */
  readonly status: 'ok' | 'missing' | 'warning';
  /** What was found, with its figure. */
  readonly what: string;
  /** The command or the step that mends it; empty if there is nothing to mend. */
  readonly remedy: string;
}
