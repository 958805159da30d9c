// What set-up tells the person: short lines on stderr, so that stdout stays for results.

export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** The machine lacks something: what, then what mends it. Exit code 4, as everywhere in Wirefare. */
export class Lacking extends Error {
  constructor(what, remedy) {
    super(what);
    this.remedy = remedy;
  }
}

/**
 * Runs a command's main function; what is lacking ends it with code 4, anything else is a bug and keeps its
 * stack.
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof Lacking)) throw error;
    say(`\n${error.message}\n\n  ${error.remedy}\n`);
    process.exitCode = 4;
  }
}
