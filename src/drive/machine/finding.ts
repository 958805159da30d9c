// One line of what `wirefare doctor` found.

export interface Finding {
  /** `chromium`, `CPU governor`. */
  readonly name: string;
  /** missing: something cannot be done without it · warning: it can, but worse. */
  readonly status: 'ok' | 'missing' | 'warning';
  /** What was found, with its figure. */
  readonly what: string;
  /** The command or the step that mends it; empty where there is nothing to mend. */
  readonly remedy: string;
}
