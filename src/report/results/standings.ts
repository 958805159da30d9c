// How a published claim stands, by its ratios: decided once none of them is open.

export const STANDINGS = ['replicated', 'not replicated', 'opposite', 'in part', 'undecided'] as const;

/** `in part`: its ratios differ in verdict, or the pairs of one that is said of every pair. */
export type Standing = (typeof STANDINGS)[number];

/** What a ratio, or a claim, stands as, and as what so far where that is not decided. */
export interface Stands {
  readonly standing: Standing;
  /**
   * What it comes to by those of its pairs that were measured, or of its ratios that are decided; null where
   * it is decided, or may yet come out in any way.
   */
  readonly soFar: Standing | null;
}

/**
 * Decided once none of its ratios is open: an open one changes the counts, also where others differ already
 * and make it `in part` whatever that one says.
 */
export function standingOfClaim(ratios: readonly Stands[]): Stands {
  const isDecided = ratios.every(({ standing }) => standing !== 'undecided');
  if (isDecided) return { standing: standingTogether(ratios.map(({ standing }) => standing)), soFar: null };
  const known = ratios.map(toldStanding).filter((standing) => standing !== 'undecided');
  const together = standingTogether(known);
  const isTold = known.length === ratios.length || together === 'in part';
  return { standing: 'undecided', soFar: isTold ? together : null };
}

/** Not replicated and opposite together are not replicated. */
function standingTogether(decided: readonly Standing[]): Standing {
  const kinds = new Set(decided);
  if (kinds.has('in part') || (kinds.has('replicated') && kinds.size > 1)) return 'in part';
  return kinds.size === 1 ? [...kinds][0]! : 'not replicated';
}

/** Nothing at all is known of it yet. */
export function isOpen({ standing, soFar }: Stands): boolean {
  return standing === 'undecided' && soFar === null;
}

export function toldStanding({ standing, soFar }: Stands): Standing {
  return soFar ?? standing;
}

/**
 * `2 of 3 replicated, 1 of 3 opposite`, of pairs `2 of 3 pairs replicated, …`; empty where all are alike and
 * whole.
 */
export function sayCounts(all: readonly Standing[], what = ''): string {
  const kinds = STANDINGS.flatMap((standing) => {
    const number = all.filter((each) => each === standing).length;
    return number === 0 ? [] : [{ standing, number }];
  });
  if (kinds.length < 2 && kinds[0]?.standing !== 'in part') return '';
  return kinds
    .map(({ standing, number }, index) => `${number} of ${all.length}${index === 0 ? what : ''} ${standing}`)
    .join(', ');
}
