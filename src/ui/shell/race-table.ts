// The ways that a run compares, as it goes on: how long each takes on one network, how far that may be off,
// and whether the run still needs it.

import { threeDigits } from '../../base/figures/numbers.ts';
import { isKnown } from '../../base/figures/ratios.ts';
import { ms } from '../../base/figures/times.ts';
import type { RaceCell } from '../jobs/snapshot.ts';
import { make } from './dom.ts';

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
  const rows = cells.map(({ id, medianMs, interval, isOut }) =>
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
        intervalBar(
          document,
          isKnown(interval) ? [interval[0] / most, interval[1] / most] : null,
          medianMs / most,
        ),
      ),
      make(document, 'td', { class: 'num' }, ms(medianMs)),
      make(document, 'td', { class: 'num soft' }, within(interval)),
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

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 200;

/** `ends`: null where they are not known. */
function intervalBar(document: Document, ends: readonly [number, number] | null, median: number): Element {
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
  if (ends !== null) rect('reach', ...ends, 6);
  rect('middle', median, median + MARK, 12);
  return svg;
}
