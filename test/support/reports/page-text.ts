// The words of a page, a line for each heading, paragraph, row, drawing and term, as a reader meets them.

import { parseHTML } from 'linkedom';

const LINES =
  'h1, h2, h3, p, caption, li, tr, dt, dd, summary, figcaption, .bills > span, svg[aria-label], img[alt]';

export function pageText(html: string): string {
  const { document } = parseHTML(html);
  const lines = [...document.querySelectorAll(LINES)].map((element) => {
    const cells = [...element.querySelectorAll('th, td')];
    const drawn = element.getAttribute('aria-label') ?? element.getAttribute('alt');
    const text =
      cells.length > 0 ? cells.map(wordsOf).join(' | ') : drawn === null ? wordsOf(element) : `[${drawn}]`;
    return element.localName.startsWith('h') ? `\n${text}` : text;
  });
  return `${lines.join('\n').trim()}\n`;
}

function wordsOf(element: { textContent: string | null }): string {
  return (element.textContent ?? '').replace(/[\s ]+/g, ' ').trim();
}
