// Telling what went wrong, where everything else of a section stands.

import type { Problem } from '../../base/errors.ts';
import { byId, make, show } from './dom.ts';
import { LabError } from './lab-api.ts';

/** On top of the page, until `clearFailure`. */
export function tellFailure(document: Document, thrown: unknown): void {
  const place = byId(document, 'failure');
  const lines = failureLines(document, thrown);
  const text = lines.map((line) => (typeof line === 'string' ? line : line.textContent)).join('');
  // A lab that is gone is asked every few seconds: whoever listens to the page hears that once.
  if (!place.hasAttribute('hidden') && place.textContent === text) return;
  place.replaceChildren(...lines);
  show(place, true);
}

export function clearFailure(document: Document): void {
  show(byId(document, 'failure'), false);
}

/** Every mistake on a line of its own, with its place and what would be right. */
export function failureLines(document: Document, thrown: unknown): readonly (Node | string)[] {
  if (!(thrown instanceof LabError)) return [thrown instanceof Error ? thrown.message : String(thrown)];
  const { problem, problems, tried = [], remedy } = thrown.failure;
  if (problems === undefined) {
    const lines = [problem, ...tried.map((line) => `tried: ${line}`), ...(remedy ? [remedy] : [])];
    return lines.map((line) => make(document, 'span', { class: 'line' }, line));
  }
  return problems.map((each) => {
    const { file, path, what } = each;
    const place = [file, path].filter((part) => part !== '').join(': ');
    return make(
      document,
      'span',
      { class: 'line' },
      make(document, 'b', {}, place),
      ` ${what}`,
      ...helpOf(document, each),
    );
  });
}

/** What would be right, behind the mistake; nothing where nobody knows. */
export function helpOf(document: Document, { nearest, allowed = [], hint }: Problem): readonly HTMLElement[] {
  const help = [
    ...(nearest === undefined ? [] : [`did you mean ${nearest}?`]),
    ...(allowed.length === 0 ? [] : [`allowed: ${allowed.join(', ')}`]),
    ...(hint === undefined ? [] : [hint]),
  ];
  return help.length === 0 ? [] : [make(document, 'span', { class: 'soft' }, ` · ${help.join(' · ')}`)];
}
