// Which cells a session exchanges before anything else, to see what a first answer costs: client and server
// have just been started, and have not run the code of any of them. One cell of each format, encoder and
// codec is enough of a session, since the next one of the same code would find it warm; the sessions take
// turns, so that each cell is the first one now and then.

import { deriveSeed, seededRandom, shuffled } from '../../base/random.ts';
import { needsDictionary } from '../../wire/target-contract.ts';
import { kindOfSession, type Plan, type PlannedCell, type PlannedSession } from '../plan.ts';
import { roughlyMs, type Sent } from '../sessions/rough-times.ts';

/** A cell that takes longer shows nothing of cold code, and would take its time from what counts. */
const LONG_MS = 1_000;

/** Some of the cells given, in the order in which they are to be exchanged, once each. */
export function firstUseCells(
  cells: readonly PlannedCell[],
  session: PlannedSession,
  { seed, sessions }: Pick<Plan, 'seed' | 'sessions'>,
  sent: Sent,
): PlannedCell[] {
  const kind = kindOfSession(session);
  const before = sessions.filter((each) => each.index < session.index && kindOfSession(each) === kind).length;
  const single = cells.filter(
    ({ factors, twinOf }) =>
      twinOf === null && comesUnprepared(factors) && roughlyMs(factors, sent) <= LONG_MS,
  );
  const groups = Map.groupBy(single, (cell) => codeOf(cell).join(' '));
  const turns = [...groups].map(([code, group]) => {
    const order = shuffled(group, seededRandom(deriveSeed(seed, 'first use', code)));
    return order[before % order.length]!;
  });
  const used = new Set<string>();
  return shuffled(turns, seededRandom(deriveSeed(session.seed, 'first use'))).filter((cell) => {
    const code = codeOf(cell);
    const isFirst = !code.some((each) => used.has(each));
    for (const each of code) used.add(each);
    return isFirst;
  });
}

/**
 * Whether nothing has to be asked of the target before. A call asks first what it may post, a sequence of
 * messages has a first message of its own, and who comes for the first time has no dictionary.
 */
function comesUnprepared({ kind, compression }: PlannedCell['factors']): boolean {
  return kind === 'request' && !needsDictionary(compression.coding);
}

/** What runs on either side for it. */
function codeOf({ factors: { format, codec, encoder } }: PlannedCell): [server: string, client: string] {
  return [`${format}@${encoder}`, `${format}/${codec}`];
}
