// A report or a comparison that cannot be shown, as a page: whoever pressed a link to it is to read why, and
// to get on from there.

import { html } from '../../report/html/markup.ts';
import { mast } from './mast.ts';
import type { Failure } from './say-failure.ts';

/** Of the look of the lab, by a stylesheet of its own, and without any script. */
export function refusalPage({ problem, tried = [], remedy }: Failure): string {
  const lines = [
    ...problem.split('\n'),
    ...tried.map((line) => `tried: ${line}`),
    ...(remedy === undefined ? [] : [remedy]),
  ];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not to be shown · Wirefare</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/records.css">
</head>
<body class="of-records">
<header>
${mast(null)}
<h1>This cannot be shown</h1>
</header>
<main>
<p class="failure">${lines.map((line) => html`<span class="line">${line}</span>`)}</p>
<p><a href="/records">To the records</a></p>
</main>
</body>
</html>
`.text;
}
