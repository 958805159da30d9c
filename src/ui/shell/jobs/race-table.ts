// The ways that a run compares, as it goes on: how long each takes on one network, how far that may be off
// and was at the look before, and whether the run still needs it.

import { threeDigits } from '../../../base/figures/numbers.ts';
import { isKnown } from '../../../base/figures/ratios.ts';
import { ms } from '../../../base/figures/times.ts';
import type { RaceCell } from '../../jobs/snapshot.ts';
import { make } from '../dom.ts';

/** How broad a median is drawn, of the whole scale. */
const MARK = 0.008;

/**
 * Medians with their intervals, drawn on one scale and written beside it. What nobody knows, as after one
 * session, is said to be unknown, and stretches no scale.
 */
export function raceTable(document: Document, network: string, cells: readonly RaceCell[]): HTMLElement {
  const ends = cells.map(({ medianMs, interval }) =>
    Math.max(medianMs / (1 - MARK), isKnown(interval) ? interval[1] : 0),
  );
  const most = Math.max(...ends);
  const rows = cells.map(({ id, medianMs, interval, before, isOut }) =>
    make(
      document,
      'tr',
      isOut ? { class: 'out' } : {},
      make(
        document,
        'th',
        { scope: 'row' },
        id,
        ...(isOut ? [make(document, 'span', { class: 'soft' }, ' left the race')] : []),
      ),
      make(
        document,
        'td',
        { class: 'drawn' },
        intervalBar(document, {
          former: shareOf(before, most),
          reach: shareOf(interval, most),
          middle: medianMs / most,
        }),
      ),
      make(document, 'td', { class: 'num' }, ms(medianMs)),
      make(document, 'td', { class: 'num soft' }, within(interval), ...wasWithin(document, interval, before)),
    ),
  );
  return make(
    document,
    'table',
    {},
    make(document, 'caption', {}, network === 'none' ? 'without a network limit' : network),
    make(
      document,
      'thead',
      {},
      make(
        document,
        'tr',
        {},
        make(document, 'th', { scope: 'col' }, 'way'),
        make(document, 'td', {}),
        make(document, 'th', { scope: 'col', class: 'num' }, 'median'),
        make(document, 'th', { scope: 'col', class: 'num' }, 'lies within, ms'),
      ),
    ),
    make(document, 'tbody', {}, ...rows),
  );
}

function within(interval: RaceCell['interval']): string {
  return isKnown(interval) ? `[${interval.map(threeDigits).join(', ')}]` : 'unknown';
}

/** Whoever hears the table is to know too that it has closed. */
function wasWithin(
  document: Document,
  interval: RaceCell['interval'],
  before: RaceCell['before'],
): readonly HTMLElement[] {
  if (before === null || within(before) === within(interval)) return [];
  return [make(document, 'span', { class: 'was' }, ` was ${within(before)}`)];
}

/**
 * Ends of an interval on the scale, which the one of the look before may go beyond; null: nobody knows it.
 */
function shareOf(interval: RaceCell['before'], most: number): readonly [number, number] | null {
  if (interval === null || !isKnown(interval)) return null;
  return [Math.min(1, interval[0] / most), Math.min(1, interval[1] / most)];
}

interface Bar {
  readonly former: readonly [number, number] | null;
  readonly reach: readonly [number, number] | null;
  readonly middle: number;
}

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 200;

function intervalBar(document: Document, { former, reach, middle }: Bar): Element {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${WIDTH} 12`);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  const rect = (kind: string, from: number, to: number, height: number) => {
    const made = document.createElementNS(SVG, 'rect');
    made.setAttribute('class', kind);
    made.setAttribute('x', String(from * WIDTH));
    made.setAttribute('width', String(Math.max(1, (to - from) * WIDTH)));
    made.setAttribute('y', String(6 - height / 2));
    made.setAttribute('height', String(height));
    svg.append(made);
  };
  if (former !== null) rect('former', ...former, 10);
  if (reach !== null) rect('reach', ...reach, 6);
  rect('middle', middle, middle + MARK, 12);
  return svg;
}
