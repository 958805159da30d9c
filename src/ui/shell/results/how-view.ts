// The code that sends data in the recommended way: a part for the page and for each server, each with a
// button that copies it.

import type { HowPart, HowToSend } from '../../../report/advice/how/how.ts';
import { howNote, howTitle } from '../../../report/advice/how/how-words.ts';
import { linked, make } from '../dom.ts';

/** Puts a text on the clipboard; rejects where the page may not. */
export type CopyText = (text: string) => Promise<void>;

export function howView(
  document: Document,
  { parts, notes, ...how }: HowToSend,
  copy: CopyText = (text) => document.defaultView!.navigator.clipboard.writeText(text),
): HTMLElement {
  return make(
    document,
    'section',
    { class: 'how', 'aria-label': `How to send ${how.way}` },
    make(document, 'h3', {}, howTitle(how)),
    ...notes.map((note) => sayNote(document, note)),
    ...parts.map((part) => partView(document, part, copy)),
  );
}

function partView(document: Document, part: HowPart, copy: CopyText): HTMLElement {
  const summary = make(document, 'summary', {}, part.title);
  if ('why' in part) {
    const read = part.read === undefined ? [] : linked(document, `To read: ${part.read}`);
    return make(
      document,
      'details',
      {},
      summary,
      sayNote(document, part.why),
      ...(read.length === 0 ? [] : [make(document, 'p', { class: 'note' }, ...read)]),
    );
  }
  const { commands, files, notes } = part;
  const shown = [
    ...(commands.length === 0 ? [] : [{ name: 'install and start', code: `${commands.join('\n')}\n` }]),
    ...files,
  ];
  return make(
    document,
    'details',
    {},
    summary,
    ...shown.flatMap(({ name, code }) =>
      codeView(document, copy, { label: `${part.title}: ${name}`, name, code }),
    ),
    ...notes.map((note) => sayNote(document, note)),
  );
}

interface Shown {
  readonly label: string;
  readonly name: string;
  readonly code: string;
}

function codeView(document: Document, copy: CopyText, { label, name, code }: Shown): readonly Node[] {
  const attributes = { type: 'button', class: 'link', 'aria-label': `Copy ${label}` };
  const button = make(document, 'button', attributes, 'Copy');
  const place = make(document, 'pre', { tabindex: '0', role: 'region', 'aria-label': label });
  place.append(make(document, 'code', {}, code));
  // Its name begins with what stands on it, also for whoever hears it.
  const say = (word: string) => {
    button.textContent = word;
    button.setAttribute('aria-label', `${word} ${label}`);
  };
  button.addEventListener('click', async () => {
    try {
      await copy(code);
      say('Copied');
    } catch {
      // Browsers give the clipboard to secure pages alone: elsewhere the keyboard copies what is selected.
      document.defaultView!.getSelection()!.selectAllChildren(place);
      say('Selected');
    }
  });
  return [make(document, 'p', { class: 'file-of' }, make(document, 'code', {}, name), ' ', button), place];
}

function sayNote(document: Document, note: string): HTMLElement {
  return make(document, 'p', { class: 'note' }, howNote(note));
}
