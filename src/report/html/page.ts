// The page: one file, no requests to anywhere, the answers on top.

import { isSequence } from '../../factors/cell.ts';
import type { RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { type Decision, decisionsFor } from '../../summary/predicted/decisions.ts';
import type { Summary } from '../../summary/summary.ts';
import { clientsTables } from '../clients/tables.ts';
import { designTables } from '../design/tables.ts';
import { aMessage, LEFT_OVER, OF_A_WAY } from '../messages/meaning.ts';
import { besideTables } from '../predicted/beside.ts';
import { priceTables } from '../price/tables.ts';
import type { ReportInput } from '../report.ts';
import { groupedBill, isItemised } from '../tables/grouped-bill.ts';
import { machineTables } from '../tables/machine-tables.ts';
import { studyTables } from '../tables/study-tables.ts';
import { urlTables } from '../urls/tables.ts';
import { sayCaveats } from '../words/caveats.ts';
import { makeTables, partition, type Table, type Tables } from '../words/groups.ts';
import { writeHeading } from '../words/heading.ts';
import { allAnswers, partTitle, sayEnding } from '../words/sentences.ts';
import { billLegend, HATCH } from './charts/bar.ts';
import { distributionsSection, filter, manyClass } from './charts/distributions.ts';
import { latenciesSection } from './charts/latencies.ts';
import { timeAgainstN } from './charts/time-against-n.ts';
import { timeAgainstSize } from './charts/time-against-size.ts';
import { html, type Markup, NOTHING, prose } from './markup.ts';
import { SCRIPT } from './script.ts';
import { adviceSection, adviceTable } from './sections/advice.ts';
import { answersSection, checksSection, warningsSection } from './sections/answers.ts';
import { cellsSection, unmeasuredSection } from './sections/cells.ts';
import { claimsSection } from './sections/claims.ts';
import { comparisonsSection } from './sections/comparisons.ts';
import { decisionsSection } from './sections/decisions.ts';
import { environmentSection } from './sections/environment.ts';
import { indexSections } from './sections/index-sections.ts';
import { linkSection } from './sections/link.ts';
import { readingSection } from './sections/reading.ts';
import { waysSection } from './sections/ways.ts';
import { madeBy, pageOf } from './shell.ts';
import { whatIfSection } from './what-if/section.ts';

/** `sliders`: their script, where the record has predictions. */
export function page({ run, summary, samples }: ReportInput, sliders: string | null = null): string {
  const tables = makeTables(summary, run.study);
  const decisions = drawnDecisions(run, summary, samples);
  const ending = sayEnding(summary, run.reason);
  const caveats = sayCaveats(run, summary);
  const title = (part: string) => partTitle(part, run.study);
  const manyParts = new Set(tables.tables.map(({ part }) => part)).size > 1;
  const tableTitle = (table: Table) =>
    [...(manyParts ? [title(table.part)] : []), table.title].filter((text) => text !== '').join(' · ');
  return pageOf({
    title: summary.title,
    mark: `Wirefare · ${summary.study} · ${summary.startedAt.slice(0, 16).replace('T', ' ')}`,
    heading: summary.title,
    lead: html`<p class="lead">${prose(summary.question)}</p>
<ul class="facts">${writeHeading(run, summary, tables).map((fact) => html`<li>${prose(fact)}</li>`)}</ul>
${caveats.notes.map((text) => html`<p class="note left-out">${prose(text)}</p>`)}
${[...(ending === null ? [] : [ending]), ...caveats.alerts].map((text) => html`<p class="ending">${prose(text)}</p>`)}`,
    main: html`${urlTables(run, summary).map((table) => adviceTable(table))}
${answersSection(allAnswers(run, summary, tables))}
${adviceSection(run, summary)}
${checksSection(run, summary)}
${summary.warnings.length > 0 ? warningsSection(summary.warnings) : NOTHING}
${claimsSection(summary.claims, summary.source)}
${machineTables(run, summary).map((table) => adviceTable(table))}
${studyTables(summary).map((table) => adviceTable(table))}
${designTables(summary, tables).map((table) => adviceTable(table))}
${clientsTables(summary).map((table) => adviceTable(table))}
${priceTables(run, summary).map((table) => adviceTable(table))}
${timeAgainstSize(tables, title)}
${cellTables(tables, title, summary.confidence)}
${indexSections(run, summary)}
${timeAgainstN(tables, title)}
${besideTables(summary).map((table) => adviceTable(table))}
${decisionsSection(summary, decisions)}
${sliders === null ? NOTHING : whatIfSection(summary, decisions)}
${latenciesSection(tables, tableTitle)}
${comparisonsSection(summary, tables, tableTitle)}
${distributionsSection(tables, run, samples, tableTitle)}
${linkSection(run, summary)}
${environmentSection(run, summary)}
${readingSection(summary)}`,
    footer: madeBy(summary),
    version: summary.wirefare,
    defs: HATCH,
    scripts: sliders === null ? [SCRIPT] : [SCRIPT, sliders],
  });
}

/** Advice tells of other networks by itself. */
export function hasPredictions({ predicted, advice }: Summary): boolean {
  return predicted !== undefined && advice === undefined;
}

function drawnDecisions(run: RunFile, summary: Summary, samples: SampleTable): readonly Decision[] {
  if (!hasPredictions(summary)) return [];
  const decisions = decisionsFor(run, samples);
  return 'reasons' in decisions ? [] : decisions;
}

function cellTables({ tables }: Tables, titleOfPart: (part: string) => string, confidence: number): Markup {
  const measured = tables.filter(({ rows }) => rows.length > 0);
  const parts = [...partition(measured, ({ part }) => part)];
  const headed = parts.map(([part, own]) => {
    const head = parts.length > 1 ? html`<h3 class="part">${titleOfPart(part)}</h3>` : NOTHING;
    const section = (table: Table) =>
      (isSequence(table.shared) ? waysSection : cellsSection)(table, confidence);
    return html`${head}${own.map(section)}`;
  });
  const messages = measured.filter(({ shared }) => isSequence(shared));
  const onlyMessages = messages.length > 0 && messages.length === measured.length;
  const billed = measured.flatMap(({ rows }) => rows.map(({ cell }) => cell)).filter(isItemised);
  return html`<h2 id="cells">What ${onlyMessages ? 'a message' : 'an exchange'} costs</h2>
${onlyMessages ? NOTHING : html`<p class="note">Medians decide who is faster; the bars show means, because means add up.</p>`}
${messages.length > 0 ? html`<p class="note">${prose(`${capital(aMessage(messages))}. ${capital(OF_A_WAY)}.`)}</p>` : NOTHING}
${billed.some(({ factors }) => isSequence(factors)) ? html`<p class="note">${capital(LEFT_OVER)}.</p>` : NOTHING}
${billed.length > 0 || !onlyMessages ? billLegend(billed.map((cell) => groupedBill(cell)!)) : NOTHING}
<div class="tables${manyClass(measured.length)}" data-filtered>${filter(measured)}${headed}${unmeasuredSection(tables)}</div>`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
