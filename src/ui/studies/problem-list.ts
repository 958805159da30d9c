// Everything that is wrong with a study, each with its line, which it leads to.

import { make } from '../shell/dom.ts';
import type { PlacedProblem } from './asked.ts';

export function problemItems(
  document: Document,
  problems: readonly PlacedProblem[],
  goTo: (line: number) => void,
): readonly HTMLElement[] {
  return problems.map(({ line, file, path, what, allowed = [], nearest, hint }) => {
    const help = [
      ...(nearest === undefined ? [] : [`did you mean ${nearest}?`]),
      ...(allowed.length === 0 ? [] : [`allowed: ${allowed.join(', ')}`]),
      ...(hint === undefined ? [] : [hint]),
    ];
    const place = line === null ? make(document, 'b', {}, file) : lineButton(document, line, goTo);
    return make(
      document,
      'li',
      {},
      place,
      ` ${path === '' ? '' : `${path}: `}${what}`,
      ...(help.length === 0 ? [] : [make(document, 'span', { class: 'soft' }, ` · ${help.join(' · ')}`)]),
    );
  });
}

function lineButton(document: Document, line: number, goTo: (line: number) => void): HTMLElement {
  const button = make(document, 'button', { type: 'button', class: 'link' }, `line ${line}`);
  button.addEventListener('click', () => goTo(line));
  return button;
}
