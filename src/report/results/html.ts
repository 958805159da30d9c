// results.html: the page in the look of every report, one self-contained file without a script.

import { html, type Markup, NOTHING, prose } from '../html/markup.ts';
import { adviceTable } from '../html/sections/advice.ts';
import { pageOf } from '../html/shell.ts';
import type { ClaimResult, RatioResult, Results, StudySection } from './results.ts';
import {
  claimsWithRows,
  isOneRatio,
  MEANING,
  RESULTS_TITLE,
  sayAnswer,
  sayFacts,
  sayNotes,
  sayRatioStanding,
  sayReading,
  sayReasons,
  sayStanding,
} from './sentences.ts';
import type { Standing } from './standings.ts';

const CHIPS: Readonly<Record<Standing, string>> = {
  replicated: 'good',
  'not replicated': 'bad',
  opposite: 'turned',
  'in part': 'part',
  undecided: 'open',
};

export function resultsHtml(results: Results): string {
  return pageOf({
    title: RESULTS_TITLE,
    mark: 'Wirefare · reproduce',
    heading: RESULTS_TITLE,
    lead: html`<p class="lead">${prose(sayAnswer(results))}.</p>
<ul class="facts">${results.machines.map((machine) => html`<li>${prose(machine)}</li>`)}</ul>
${sayNotes(results).map((note) => html`<p class="note left-out">${prose(note)}.</p>`)}`,
    main: html`<p class="note">${MEANING}</p>
${results.studies.map(studySection)}`,
    footer: 'Made by wirefare reproduce from the records beside it.',
  });
}

function studySection(section: StudySection): Markup {
  const { name, title, source, missing, standIns, tables } = section;
  const facts = sayFacts(section);
  return html`<h2 id="${name}">${title}</h2>
<p class="note">${name}${source === null ? NOTHING : html` · ${prose(source)}`}</p>
${facts.length === 0 ? NOTHING : html`<ul class="facts">${facts.map((fact) => html`<li>${prose(fact)}</li>`)}</ul>`}
${missing === '' ? NOTHING : html`<p class="ending">${prose(missing)}</p>`}
<div class="claims results"><table>
<thead><tr><th scope="col">Claim</th><th scope="col" class="says">says</th><th scope="col" class="num">published</th><th scope="col" class="num">measured</th><th scope="col">verdict</th></tr></thead>
${claimsWithRows(section).map(claimBody)}</table></div>
${tables.map((table) => adviceTable(table, 'h3'))}
${standIns.length === 0 ? NOTHING : html`<details><summary>What stands in for the original</summary><ul>${standIns.map((text) => html`<li>${prose(text)}</li>`)}</ul></details>`}`;
}

function claimBody(claim: ClaimResult): Markup {
  const { id, says, ratios, standing } = claim;
  if (isOneRatio(claim))
    return html`<tbody>${ratioRow({ ...ratios[0]!, id, says, reading: claim.reading }, chip(standing, sayStanding(claim)))}</tbody>`;
  const rows = ratios.map((ratio) => ratioRow(ratio, chip(ratio.standing, sayRatioStanding(ratio))));
  return html`<tbody><tr class="whole-claim"><th scope="row">${id}</th><td class="says" colspan="3">${prose(says)}${notes([sayReading(claim)])}</td><td class="verdict">${chip(standing, sayStanding(claim))}</td></tr>${rows}</tbody>`;
}

function ratioRow(ratio: RatioResult, verdict: Markup): Markup {
  const { id, says, measured, published } = ratio;
  const figure = measured === null ? html`–` : html`${measured[0]} <span class="iv">${measured[1]}</span>`;
  return html`<tr><th scope="row">${id}</th><td class="says">${prose(says)}${notes([sayReading(ratio), ...sayReasons(ratio)])}</td><td class="num published">${published}</td><td class="num measured">${figure}</td><td class="verdict">${verdict}</td></tr>
`;
}

function notes(texts: readonly (string | null)[]): Markup {
  return html`${texts.map((text) => (text === null ? NOTHING : html`<div class="note">${prose(text)}</div>`))}`;
}

function chip(standing: Standing, words: string): Markup {
  return html`<span class="chip ${CHIPS[standing]}">${words}</span>`;
}
