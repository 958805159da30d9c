// What stands on top of every page of the lab: its name and the links to its sections.

import { html, type Markup, NOTHING, trusted } from '../../report/html/markup.ts';
import { SECTIONS } from '../sections.ts';

/** `current`: name of the section that the page is; null where it is none. */
export function mast(current: string | null): Markup {
  return html`<div class="mast"><p class="mark">Wirefare</p>
<nav aria-label="Sections">${SECTIONS.map(
    ({ name, title }) =>
      html`<a href="/${name}"${name === current ? trusted(' aria-current="page"') : NOTHING}>${title}</a>`,
  )}</nav></div>`;
}
