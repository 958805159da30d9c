// The code that sends the data as advised, folded: a part for the page and for each server. It can be
// selected and copied without a script.

import { type HowPart, howToSend } from '../../advice/how/how.ts';
import { howNote, howTitle } from '../../advice/how/how-words.ts';
import { hasCode, type Snippet } from '../../advice/how/snippet.ts';
import type { ReportInput } from '../../report.ts';
import { html, type Markup, NOTHING, prose } from '../markup.ts';
import { scrolls } from '../scroll.ts';

export function howSection(input: Pick<ReportInput, 'run' | 'summary'>): Markup {
  return html`${howToSend(input).map(
    (how) => html`<h2>${howTitle(how)}</h2>
${how.notes.map(note)}${how.parts.map((part) => partDetails(how.way, part))}`,
  )}`;
}

function partDetails(way: string, part: HowPart): Markup {
  return html`<details><summary>${part.title}</summary>
${hasCode(part) ? code(`${way}, ${part.title}`, part) : html`${note(part.why)}${part.read === undefined ? NOTHING : html`<p class="note">To read: <a href="${part.read}" rel="noreferrer">${part.read}</a></p>`}`}</details>
`;
}

function code(where: string, { commands, files, notes }: Snippet): Markup {
  const shown = [
    ...(commands.length === 0 ? [] : [{ name: 'install and start', code: `${commands.join('\n')}\n` }]),
    ...files,
  ];
  return html`${shown.map(
    (file) => html`<p class="file">${file.name}</p>
<div ${scrolls(`${where}: ${file.name}`)}><pre><code>${file.code}</code></pre></div>
`,
  )}${notes.map(note)}`;
}

function note(text: string): Markup {
  return html`<p class="note">${prose(howNote(text))}</p>
`;
}
