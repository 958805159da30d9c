// Colours of the terminal report and their stand-ins where there are none. Colour carries meaning only: the
// four groups of the bill, and what is open or went wrong.

import { styleText } from 'node:util';
import type { BillGroup } from '../../items/items.ts';

export type Segment = BillGroup | 'residual';

type Style = Parameters<typeof styleText>[0];

export interface Paint {
  readonly colour: boolean;
  strong(text: string): string;
  dim(text: string): string;
  alert(text: string): string;
  good(text: string): string;
  /** Text over the colour of one of several ways, counted from 0. */
  way(text: string, index: number): string;
  /** A block character of one segment, over the background of the next one (or none). */
  block(character: string, segment: Segment, behind: Segment | null): string;
}

/** Full cells without colour: a wire for the network, shades for the rest. */
export const GLYPHS: Readonly<Record<Segment, string>> = {
  server: '█',
  network: '━',
  browser: '░',
  client: '▓',
  residual: '·',
};

const FRONT: Readonly<Record<Segment, Style>> = {
  server: 'yellow',
  network: 'blue',
  browser: 'cyan',
  client: 'magenta',
  residual: 'gray',
};

const BEHIND: Readonly<Record<Segment, Style>> = {
  server: 'bgYellow',
  network: 'bgBlue',
  browser: 'bgCyan',
  client: 'bgMagenta',
  residual: 'bgGray',
};

const WAYS: readonly Style[] = [
  ['black', 'bgCyan'],
  ['black', 'bgYellow'],
  ['black', 'bgGreen'],
  ['white', 'bgMagenta'],
  ['white', 'bgBlue'],
  ['white', 'bgRed'],
  ['black', 'bgWhite'],
  ['white', 'bgGray'],
];

export function paintFor(colour: boolean): Paint {
  const as = (style: Style) => (text: string) =>
    colour && text !== '' ? styleText(style, text, { validateStream: false }) : text;
  return {
    colour,
    strong: as('bold'),
    dim: as('dim'),
    alert: as('yellow'),
    good: as('green'),
    way: (text, index) => as(WAYS[index % WAYS.length]!)(text),
    block: (character, segment, behind) => {
      const front = as(FRONT[segment])(character);
      return behind === null ? front : as(BEHIND[behind])(front);
    },
  };
}
