// The run's own evidence about itself, in one line: twin, items against totals, answers compared, cells that
// later sessions left out, time inside exchanges.

import { grouped, percent } from '../../base/figures/numbers.ts';
import { count, listed, plural } from '../../base/figures/plurals.ts';
import { isKnown, plusMinus } from '../../base/figures/ratios.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import type { RunFile } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';

export interface Check {
  /** For a narrow line: `twin agrees within 0.6 %`. */
  readonly short: string;
  readonly name: string;
  readonly figure: string;
  /** What it means, in a sentence. */
  readonly meaning: string;
}

export function listChecks(run: RunFile, summary: Summary): readonly Check[] {
  return [
    sayTwin(summary),
    itemsAddUp(summary),
    answersCompared(summary),
    droppedOnTheWay(run, summary),
    insideExchanges(summary),
  ].filter((check) => check !== null);
}

/** A twin that may differ by more tells nothing. */
const WIDEST_TOLD = 1;

function sayTwin({ twin: widest, twinAlarms }: Summary): Check {
  const twin = twinAlarms[0]?.twin ?? widest;
  if (twin === null) {
    return {
      short: 'no twin',
      name: 'Twin',
      figure: 'not measured',
      meaning:
        'no cell was measured twice under two names, so the run cannot tell whether it agrees with itself',
    };
  }
  if (!isKnown(twin.interval) || (twin.noiseFloor > WIDEST_TOLD && twinAlarms.length === 0)) {
    return {
      short: 'twin unknown',
      name: 'Twin',
      figure: 'unknown',
      meaning: 'too little was measured to say whether a cell under two names agrees with itself',
    };
  }
  const same = `one cell measured under two names, ${times3(twin.ratio)} [${twin.interval.map((end) => end.toFixed(3)).join(', ')}]`;
  return twinAlarms.length > 0
    ? {
        short: 'twin differs from its cell',
        name: 'Twin',
        figure: 'alarm',
        meaning: `${same}: it differs from itself, so answers beside it are withheld`,
      }
    : {
        short: `twin agrees within ${sayShare(twin.noiseFloor)}`,
        name: 'Twin agrees within',
        figure: sayShare(twin.noiseFloor),
        meaning: `${same}: its interval holds 1, so there is no alarm`,
      };
}

function sayShare(share: number): string {
  return plusMinus(share).replace('±', '');
}

/** What looks took out of later sessions; null where they took nothing. */
function droppedOnTheWay({ race = [] }: RunFile, { cells }: Summary): Check | null {
  const dropped = new Set<string>();
  for (const step of race) {
    for (const cell of step.dropped) dropped.add(cell);
    for (const cell of step.returned) dropped.delete(cell);
  }
  const all = cells.filter(({ status }) => status === 'measured' || status === 'failed').length;
  if (dropped.size === 0) return null;
  const looks = [...new Set(race.flatMap((step) => (step.dropped.length > 0 ? [step.rotations] : [])))];
  const figure = `${dropped.size} of ${count(all, 'cell')}`;
  return {
    short: `${figure} rested once answered`,
    name: 'Rested once answered',
    figure,
    meaning: `no open question needed them any more after the ${plural(looks.length, 'look', 'looks')} at ${listed(looks.map(String))} sessions; later sessions left them out`,
  };
}

function itemsAddUp({ cells }: Summary): Check | null {
  const shares = cells.flatMap(({ accountedShare }) => (accountedShare === null ? [] : [accountedShare]));
  if (shares.length === 0) return null;
  const least = percent(Math.min(...shares), 1);
  const most = percent(Math.max(...shares), 1);
  const figure = least === most ? least : `${least.replace(' %', '')} to ${most}`;
  const { leastShare, mostShare } = WARNINGS['items-do-not-add-up'].bounds;
  const within = shares.filter((share) => share >= leastShare && share <= mostShare).length;
  return {
    short: `items add up to ${figure}`,
    name: 'Items add up to',
    figure,
    meaning: `of the mean total, found independently of it; within 95 to 105 % in ${within} of ${shares.length} ${plural(shares.length, 'cell')}${within < shares.length ? elsewhere(cells) : ''}`,
  };
}

/** Of few exchanges items miss the total by chance; what their interval leaves out is something else. */
function elsewhere(cells: Summary['cells']): string {
  const { leastShare, mostShare } = WARNINGS['items-do-not-add-up'].bounds;
  const known = cells.flatMap(({ accountedInterval }) =>
    accountedInterval === undefined ? [] : [accountedInterval],
  );
  if (known.length === 0) return '';
  const off = known.filter(([low, high]) => low > mostShare || high < leastShare).length;
  return off === 0 ? ', elsewhere by their intervals too' : `, and surely not in ${off}`;
}

function insideExchanges({ exchangeShare }: Summary): Check | null {
  if (!(exchangeShare > 0)) return null;
  const figure = percent(exchangeShare, 0);
  return {
    short: `${figure} of the time inside exchanges`,
    name: 'Inside exchanges',
    figure,
    meaning: 'of the wall time, browser starts aside, was spent inside exchanges',
  };
}

function answersCompared({ compared }: Summary): Check | null {
  if (compared === undefined) return null;
  const answers = `${grouped(compared.answers)} timed ${plural(compared.answers, 'answer')}`;
  const missed = percent(compared.shareMissed, 1);
  return {
    short: `${answers} compared: at most ${missed} of all, by their time, were wrong`,
    name: 'Answers compared',
    figure: grouped(compared.answers),
    meaning: `timed answers, drawn by chance, held what they should; up to ${missed} of all answers, by the time they took, may have been wrong unseen (at 95 %)`,
  };
}

function times3(ratio: number): string {
  return `${ratio.toFixed(3)}×`;
}
