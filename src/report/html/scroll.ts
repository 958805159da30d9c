// A table that is wider than a narrow screen scrolls sideways in a frame of its own.

import { html, type Markup } from './markup.ts';

/** Attributes of that frame: the keyboard reaches it, and whoever hears it knows what it holds. */
export function scrolls(what: string): Markup {
  return html`class="scroll" tabindex="0" role="group" aria-label="${what}"`;
}
