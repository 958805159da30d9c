// What the form of the section Ask was set to, kept for this tab: whoever comes back from a report, or loads
// the page anew, asks on under the same conditions. Headers and certificates are kept nowhere.

import { byId } from '../shell/dom.ts';
import { keepInTab, keptInTab } from './kept-in-tab.ts';

const KEPT = 'wirefare-choices';
const FIELDS = ['from', 'path', 'today-format', 'today-compression', 'browser', 'budget'] as const;

interface Choices {
  readonly fields: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  readonly modelled: boolean;
}

const field = (document: Document, id: string) => byId<HTMLInputElement | HTMLSelectElement>(document, id);
const boxes = (document: Document) => [...document.querySelectorAll<HTMLInputElement>('[name=network]')];

export function keepChoices(document: Document): void {
  const choices: Choices = {
    fields: Object.fromEntries(FIELDS.map((id) => [id, field(document, id).value])),
    networks: boxes(document).flatMap(({ checked, value }) => (checked ? [value] : [])),
    modelled: byId<HTMLInputElement>(document, 'modelled').checked,
  };
  keepInTab(KEPT, JSON.stringify(choices));
}

/** What a lab does not offer (any more) stays as it is. */
export function takeChoicesAgain(document: Document): void {
  const choices = keptChoices();
  if (choices === null) return;
  for (const id of FIELDS) {
    const [element, value] = [field(document, id), choices.fields[id]];
    const isOffered =
      !('options' in element) || [...element.options].some((option) => option.value === value);
    if (value !== undefined && isOffered) element.value = value;
  }
  const known = boxes(document).filter(({ value }) => choices.networks.includes(value));
  if (known.length > 0) for (const box of boxes(document)) box.checked = known.includes(box);
  const more = byId(document, 'more-networks');
  if (known.some((box) => more.contains(box))) more.closest('details')?.setAttribute('open', '');
  byId<HTMLInputElement>(document, 'modelled').checked = choices.modelled;
}

function keptChoices(): Choices | null {
  try {
    return JSON.parse(keptInTab(KEPT) ?? 'null') as Choices | null;
  } catch {
    return null;
  }
}
