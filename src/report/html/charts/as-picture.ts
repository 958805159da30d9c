// What Plot has drawn, as one picture of the page: in the page's own look, with a text for those who do not
// see it, whose figures stand in a table beside it.

import { type Markup, trusted } from '../markup.ts';

/** `more`: drawn above it. */
export function asPicture(plot: SVGElement | HTMLElement, says: string, more: Markup): Markup {
  plot.querySelector('style')?.remove();
  // By these names the stylesheet finds Plot's marks; as labels a picture with a text of its own may not have
  // them.
  for (const part of plot.querySelectorAll('[aria-label]')) {
    part.setAttribute('data-mark', part.getAttribute('aria-label')!);
    part.removeAttribute('aria-label');
  }
  plot.setAttribute('class', 'plot');
  plot.setAttribute('role', 'img');
  plot.setAttribute('aria-label', says);
  return trusted(plot.outerHTML.replace('</svg>', `${more.text}</svg>`));
}
