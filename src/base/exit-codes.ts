// How every verb ends, for scripts that call it. No other file names a failure by its number.

export const EXIT_DONE = 0;
/** A failure that wirefare did not foresee; the stack is printed. */
export const EXIT_BUG = 1;
/** The user's input: a flag, a study, a payload. */
export const EXIT_USER = 2;
/** A gate that could decide nothing in its time. */
export const EXIT_UNDECIDED = 3;
/** The machine lacks something, a run ended early, or a check found something outside its bounds. */
export const EXIT_FAILED = 4;
/** A gate of which a rule is broken; other programs have it for the same. */
export const EXIT_BROKEN = 99;
/** 128 and the number of SIGINT, as shells have it. */
export const EXIT_INTERRUPTED = 130;

/** What each means for every verb, as help and reference say it. */
export const EXIT_CODES: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT_DONE, 'done'],
  [EXIT_BUG, 'a bug'],
  [EXIT_USER, 'something is wrong with what you gave; the message says what'],
  [EXIT_FAILED, 'the machine lacks something, or the run ended early'],
  [EXIT_INTERRUPTED, 'interrupted (the record is kept)'],
];
