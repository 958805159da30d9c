// A report as the page opens it. It is the very file that the terminal names, and whoever opens it here has
// fields and buttons instead of options.

import { inWordsOfPage } from './words-of-page.ts';

/**
 * No sentences: what runs, what is drawn, and what is there to be copied; or a text that may name an option.
 */
const PARTS = /<(style|script|svg|pre|code)\b[\s\S]*?<\/\1>|>[^<]*--[a-z][^<]*(?=<)/g;
/** An option that no line may break. */
const KEPT_TOGETHER = /<span class="whole">(--[^<]*)<\/span>/g;

export function documentInWordsOfPage(html: string): string {
  return html
    .replace(KEPT_TOGETHER, '$1')
    .replace(PARTS, (part: string, kept: string | undefined) => (kept === undefined ? said(part) : part));
}

/** `text` is escaped. */
function said(text: string): string {
  return inWordsOfPage(text.replaceAll('&#39;', "'")).replaceAll("'", '&#39;');
}
