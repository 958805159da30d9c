// What every page of the lab has in common: its head, and on top its name and the links to its sections.

import { html, type Markup, NOTHING, trusted } from '../../report/html/markup.ts';
import { SECTIONS } from '../sections.ts';

export interface FramedPage {
  readonly title: string;
  /** Of the section whose look it has. */
  readonly look: string;
  /** Name of the section that the page is; null where it is none, and then it has no script. */
  readonly section: string | null;
  /** Below the mast: the heading, and what is told at once. */
  readonly top: Markup;
  readonly body: Markup;
}

export function pageFrame({ title, look, section, top, body }: FramedPage): string {
  const isSection = section !== null;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Wirefare</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/${look}.css">${
    isSection
      ? html`
<script type="module" src="/${section}.js"></script>`
      : NOTHING
  }
</head>
<body class="of-${look}">
${
  isSection
    ? html`<a class="skip" href="#main">To the content</a>
`
    : NOTHING
}<header>
${mast(section)}
${top}
</header>
${body}
</body>
</html>
`.text;
}

function mast(current: string | null): Markup {
  return html`<div class="mast"><p class="mark">Wirefare</p>
<nav aria-label="Sections">${SECTIONS.map(
    ({ name, title }) =>
      html`<a href="/${name}"${name === current ? trusted(' aria-current="page"') : NOTHING}>${title}</a>`,
  )}</nav></div>`;
}
