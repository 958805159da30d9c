// What every page has around its header and its parts. Its content security policy lets run only the page's
// own scripts, by their hashes; whatever slipped into the page as markup would still not run.

import { createHash } from 'node:crypto';
import type { Summary } from '../../summary/summary.ts';
import { html, type Markup, NOTHING, trusted } from './markup.ts';
import { STYLESHEET } from './stylesheet.ts';

export interface PageParts {
  /** Of the window. */
  readonly title: string;
  /** Above the heading: `Wirefare · compare`. */
  readonly mark: string;
  readonly heading: string;
  /** Below the heading. */
  readonly lead: Markup;
  readonly main: Markup;
  /** What made it, and from what. */
  readonly footer: string;
  /** Of which Wirefare; absent: the footer says it, or nobody needs to know. */
  readonly version?: string;
  /** Drawn with by the parts, and itself not seen. */
  readonly defs?: Markup;
  readonly scripts?: readonly string[];
}

/** One self-contained file. */
export function pageOf(parts: PageParts): string {
  const { title, mark, heading, lead, main, footer, version, defs = NOTHING, scripts = [] } = parts;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(scripts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${version === undefined ? NOTHING : html`<meta name="generator" content="Wirefare ${version}">\n`}<title>${title} · Wirefare</title>
<style>${trusted(STYLESHEET)}</style>
</head>
<body>
${defs === NOTHING ? NOTHING : html`${defs}\n`}<header>
<p class="mark">${mark}</p>
<h1>${heading}</h1>
${lead}
</header>
<main>
${main}
</main>
<footer>${footer}</footer>
${scripts.map((script) => html`<script>${trusted(script)}</script>\n`)}</body>
</html>
`.text;
}

/** Of a page that is made from one record. */
export function madeBy({ wirefare, study, seed }: Pick<Summary, 'wirefare' | 'study' | 'seed'>): string {
  return `Made by Wirefare ${wirefare} from the record of study ${study}, seed ${seed}.`;
}

/** Only these scripts may run, and nothing is asked of anybody. */
function contentPolicy(scripts: readonly string[]): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    'img-src data:',
    `style-src ${hash(STYLESHEET)}`,
    ...(scripts.length === 0 ? [] : [`script-src ${scripts.map(hash).join(' ')}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
