// What became of a gate as a page: one self-contained file without a script.

import type { RuleOutcome } from '../../summary/gate/judged-rules.ts';
import { html, NOTHING, prose } from '../html/markup.ts';
import { pageOf } from '../html/shell.ts';
import {
  type GateReport,
  sayCounts,
  sayFailed,
  sayHeading,
  sayHelp,
  sayNotes,
  shownChecks,
  troubleOf,
} from './gate-words.ts';

const CHIPS: Readonly<Record<RuleOutcome, string>> = {
  broken: 'bad',
  undecided: 'open',
  'not measured': 'open',
  kept: 'good',
};

export function gatePage(report: GateReport): string {
  const { judged, record } = report;
  return pageOf({
    title: sayHeading(report),
    mark: 'Wirefare · gate',
    heading: sayHeading(report),
    lead: html`<p class="lead">${prose(sayCounts(report))}.</p>
${(troubleOf(report)?.reasons ?? []).map((text) => html`<p class="ending">${prose(text)}</p>`)}
${[...sayNotes(report), ...sayFailed(report), ...sayHelp(report)].map((text) => html`<p class="note">${prose(text)}</p>`)}
${record === null ? NOTHING : html`<ul class="facts"><li>Record: ${record}</li></ul>`}`,
    main: html`<div class="claims results"><table>
<thead><tr><th scope="col">Rule</th><th scope="col" class="says">cells</th><th scope="col">outcome</th></tr></thead>
<tbody>${judged.rules.map(
      (rule) => html`<tr><th scope="row">${prose(rule.rule.says)}</th><td class="says">${shownChecks(
        rule,
      ).map(
        (text) => html`<div>${prose(text)}</div>`,
      )}</td><td class="verdict"><span class="chip ${CHIPS[rule.verdict]}">${rule.verdict}</span></td></tr>
`,
    )}</tbody></table></div>`,
    footer: `Made by wirefare gate${record === null ? '; nothing was recorded' : ' from the record alone'}.`,
  });
}
