// The decision map and the sliders as a page of their own.

import type { MapInput } from '../predicted/map-report.ts';
import { html, prose, trusted } from './markup.ts';
import { contentPolicy } from './page.ts';
import { SCRIPT } from './script.ts';
import { decisionsSection } from './sections/decisions.ts';
import { STYLESHEET } from './stylesheet.ts';
import { whatIfSection } from './what-if/section.ts';

export function mapPage({ summary, decisions }: MapInput, sliders: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy([SCRIPT, sliders])}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${summary.title}, map · Wirefare</title>
<style>${trusted(STYLESHEET)}</style>
</head>
<body>
<header>
<p class="mark">Wirefare · ${summary.study}</p>
<h1>${summary.title}</h1>
<p class="lead">${prose(summary.question)}</p>
</header>
<main>
${decisionsSection(summary, decisions)}
${whatIfSection(summary, decisions)}
</main>
<footer>Made by Wirefare ${summary.wirefare} from the record of study ${summary.study}, seed ${summary.seed}.</footer>
<script>${trusted(SCRIPT)}</script>
<script>${trusted(sliders)}</script>
</body>
</html>
`.text;
}
