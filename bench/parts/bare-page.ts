// What a target is held to beside a page that anyone would write by the same framework: of its throughput at
// least so much. A bench that finds less goes on, so that all is told, and ends with an error.

const LEAST_THROUGHPUT = 0.8;

/** Answers whether it is enough. */
export function tellThroughput(
  ratio: number,
  print: (line: string) => void,
  exit: { exitCode?: typeof process.exitCode } = process,
): boolean {
  const isEnough = ratio >= LEAST_THROUGHPUT;
  const ending = isEnough ? '' : ': FAILED';
  print(`  throughput ours / plain     ${ratio.toFixed(3)}   (at least ${LEAST_THROUGHPUT}${ending})`);
  if (!isEnough) exit.exitCode = 1;
  return isEnough;
}
