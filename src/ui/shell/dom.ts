// Making and finding elements. Text only ever enters as text: nothing a server said becomes markup.

/** Throws if the page's own markup lacks the element, which is a bug. */
export function byId<T extends HTMLElement = HTMLElement>(document: Document, id: string): T {
  const match = document.getElementById(id);
  if (match === null) throw new Error(`the page has no #${id}`);
  return match as T;
}

type Child = Node | string;

/** `make(document, 'p', { class: 'note' }, 'text')` */
export function make(
  document: Document,
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The text with its HTTPS address, if it has one, as a link that opens beside this page. */
export function linked(document: Document, text: string): readonly Child[] {
  const [before = '', address, ...after] = text.split(/(https:\/\/[^\s]+)/);
  if (address === undefined) return [text];
  const link = make(document, 'a', { href: address, target: '_blank', rel: 'noreferrer' }, address);
  return [before, link, after.join('')];
}

export function show(element: Element, shown: boolean): void {
  element.toggleAttribute('hidden', !shown);
}

/** Somebody is about to write or to choose: focus that goes elsewhere would take it from them. */
export function isTyping({ activeElement }: Document): boolean {
  return activeElement?.matches('textarea, select, input:not([type=checkbox], [type=radio])') === true;
}
