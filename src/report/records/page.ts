// Records held against one another as a page: one self-contained file without a script.

import { html, NOTHING, prose, trusted } from '../html/markup.ts';
import { contentPolicy } from '../html/page.ts';
import { adviceTable } from '../html/sections/advice.ts';
import { STYLESHEET } from '../html/stylesheet.ts';
import type { ComparedView } from './view.ts';

export function comparedPage({ title, facts, pairs }: ComparedView): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy([])}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Wirefare</title>
<style>${trusted(STYLESHEET)}</style>
</head>
<body>
<header>
<p class="mark">Wirefare · compare</p>
<h1>${title}</h1>
<ul class="facts">${facts.map((fact) => html`<li>${prose(fact)}</li>`)}</ul>
</header>
<main>
${pairs.map(
  (pair) => html`<h2>${pair.title}</h2>
${pair.answer.map((text) => html`<p class="lead">${prose(text)}.</p>`)}
${pair.notes.map((text) => html`<p class="note">${prose(text)}</p>`)}
${adviceTable(pair.totals, 'h3')}
${pair.changedItems === null ? NOTHING : adviceTable(pair.changedItems, 'h3')}
${pair.items === null ? NOTHING : html`<details><summary>All items</summary>${adviceTable(pair.items, 'h3')}</details>`}
`,
)}
</main>
<footer>Made by wirefare compare from the records alone.</footer>
</body>
</html>
`.text;
}
