// Everything that is wrong with a study, each with its line, which it leads to.

import { make } from '../shell/dom.ts';
import { helpOf } from '../shell/failure.ts';
import type { PlacedProblem } from './asked.ts';

export function problemItems(
  document: Document,
  problems: readonly PlacedProblem[],
  goTo: (line: number) => void,
): readonly HTMLElement[] {
  return problems.map((problem) => {
    const { line, file, path, what } = problem;
    const place = line === null ? make(document, 'b', {}, file) : lineButton(document, line, goTo);
    return make(
      document,
      'li',
      {},
      place,
      ` ${path === '' ? '' : `${path}: `}${what}`,
      ...helpOf(document, problem),
    );
  });
}

function lineButton(document: Document, line: number, goTo: (line: number) => void): HTMLElement {
  const button = make(document, 'button', { type: 'button', class: 'link' }, `line ${line}`);
  button.addEventListener('click', () => goTo(line));
  return button;
}
