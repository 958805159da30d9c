// On what it was measured: machine, browsers, targets, clocks, commands and seeds; all that a repetition
// needs.

import { grouped, percent } from '../../../base/figures/numbers.ts';
import { count } from '../../../base/figures/plurals.ts';
import { machinesOf } from '../../../record/machines.ts';
import type { HostFacts, RunFile, SessionFacts } from '../../../record/record.ts';
import { allTargetFacts } from '../../../record/session-targets.ts';
import type { Warmup } from '../../../study/study.ts';
import type { Summary } from '../../../summary/summary.ts';
import { sayMargin } from '../../answers/ranges.ts';
import { partition } from '../../words/groups.ts';
import { html, type Markup, NOTHING, prose } from '../markup.ts';
import { scrolls } from '../scroll.ts';

export function environmentSection(run: RunFile, summary: Summary): Markup {
  const { host, study } = run;
  const { protocol } = study;
  const rows: [string, string][] = [
    ...machinesOf(run).flatMap(({ name, host }, _, all) =>
      machineRows(host, all.length > 1 ? ` ${name}` : ''),
    ),
    ...mergedRows(run),
    ['Lab', `Wirefare ${run.wirefare} · Node ${host.node}`],
    [
      'Protocol',
      `${sayHowMany(protocol.sessions, 'session')} with fresh client and server · ${sayHowMany(protocol.exchangesPerVisit, 'exchange')} a visit in seeded random order · ${sayWarmup(protocol.warmup)} · margin ${sayMargin([protocol.margin])} · confidence ${percent(protocol.confidence, 0)}`,
    ],
    [
      'Sessions',
      `${summary.sessions.complete} of ${summary.sessions.planned} complete, ${summary.sessions.leftOut} left out`,
    ],
    ...processors(run.sessions),
    ['Seed', String(summary.seed)],
    ['Started', run.startedAt],
    ['Ended', run.endedAt ?? 'not recorded'],
  ];
  return html`<h2 id="environment">Where it was measured</h2>
<dl class="plain">${rows.map(([name, text]) => html`<dt>${name}</dt><dd>${prose(text)}</dd>`)}${agents(run.sessions)}${targets(run.sessions)}</dl>
${sessions(run.sessions)}${study.standIns.length === 0 ? NOTHING : html`<h3>What stands in for the original</h3><ul>${study.standIns.map((text) => html`<li>${prose(text)}</li>`)}</ul>`}`;
}

/** `which`: behind their titles, where there are several. */
function machineRows(host: HostFacts, which: string): [string, string][] {
  const machine = [
    host.cpu,
    count(host.cores, 'core'),
    `${(host.memoryBytes / 1024 ** 3).toFixed(1)} GiB of memory`,
    host.virtualised === null ? '' : `virtualised (${host.virtualised})`,
  ];
  const governor = host.governor === null ? '' : ` · governor ${host.governor}`;
  return [
    [`Machine${which}`, machine.filter(Boolean).join(' · ')],
    [`System${which}`, `${host.os} · ${host.kernel}${governor}`],
  ];
}

/** What a merged record was put together from. */
function mergedRows({ merged }: RunFile): [string, string][] {
  if (merged === undefined) return [];
  return merged.records.map(({ name, machine, startedAt, seed, share, status }) => [
    'Record',
    [
      name,
      merged.machines[machine]!.name,
      startedAt,
      `seed ${seed}`,
      ...(share === undefined ? [] : [`share ${share.nth}/${share.of}`]),
      ...(status === 'complete' ? [] : [status]),
    ].join(' · '),
  ]);
}

/** `6 sessions`; `sessions` where the plan chose how many. */
function sayHowMany(number: number | null, noun: string): string {
  return number === null ? `${noun}s` : count(number, noun);
}

/** `12 exchanges of each cell (fewer of slow ones) and 1 000 ms warm-up` */
function sayWarmup({ exchanges, given, leastMs }: Warmup): string {
  const fewer = given === true ? '' : ' (fewer of slow ones)';
  const parts = [
    exchanges === 0 && leastMs > 0 ? '' : `${count(exchanges, 'exchange')} of each cell${fewer}`,
    leastMs === 0 ? '' : `${grouped(leastMs)} ms`,
  ];
  return `${parts.filter(Boolean).join(' and ')} warm-up`;
}

/** What the run itself used; the link's share was paid by nothing in the bills. */
function processors(sessions: readonly SessionFacts[]): [string, string][] {
  const told = sessions.filter(({ cpuMs, wallMs }) => cpuMs != null && wallMs > 0);
  if (told.length === 0) return [];
  const wallMs = told.reduce((sum, session) => sum + session.wallMs, 0);
  const parties = [
    ['client', 'agent'],
    ['target', 'target'],
    ['lab', 'lab'],
    ['network emulation', 'link'],
  ] as const;
  const used = parties.flatMap(([name, party]) => {
    const cores = told.reduce((sum, { cpuMs }) => sum + cpuMs![party], 0) / wallMs;
    return cores === 0 ? [] : [`${name} ${cores.toFixed(2)}`];
  });
  return used.length === 0 ? [] : [['Processors', `cores used on average: ${used.join(' · ')}`]];
}

function agents(sessions: readonly SessionFacts[]): Markup {
  const found = sessions.flatMap(({ agent }) => (agent === null ? [] : [agent]));
  const kinds = [...partition(found, ({ engine, engineVersion }) => `${engine} ${engineVersion}`)];
  return html`${kinds.map(([name, same]) => {
    const steps = [...new Set(same.map(({ clockStepUs }) => `${clockStepUs} µs`))].join(', ');
    const isolated = same.every(({ crossOriginIsolated }) => crossOriginIsolated);
    return html`<dt>Client</dt><dd>${name} · clock step ${steps} · ${isolated ? '' : 'not '}cross-origin isolated · sees ${count(same[0]!.cores, 'core')}<div class="note">${same[0]!.userAgent}</div>${command(same[0]!.command)}</dd>`;
  })}`;
}

function targets(sessions: readonly SessionFacts[]): Markup {
  const found = sessions.flatMap(allTargetFacts);
  const kinds = [...partition(found, ({ about }) => `${about.name} ${about.version}`)];
  return html`${kinds.map(([name, same]) => {
    const versions = Object.entries(same[0]!.about.versions).map(([part, version]) => `${part} ${version}`);
    return html`<dt>Target</dt><dd>${name}${versions.length > 0 ? ` · ${versions.join(', ')}` : ''}${command(same[0]!.command)}</dd>`;
  })}`;
}

function command(words: readonly string[]): Markup {
  if (words.length === 0) return NOTHING;
  return html`<details><summary>Command</summary><code>${words.join(' ')}</code></details>`;
}

function sessions(all: readonly SessionFacts[]): Markup {
  if (all.length === 0) return NOTHING;
  const share = (value: number | null) => (value === null ? '–' : percent(value, 1));
  return html`<details><summary>Sessions</summary><div ${scrolls('Sessions')}><table>
<thead><tr><th scope="col">session</th><th scope="col">client</th><th scope="col">status</th><th scope="col" class="num">start, s</th><th scope="col" class="num">wall, s</th><th scope="col" class="num">inside exchanges</th><th scope="col" class="num">stolen</th><th scope="col" class="num">pressure</th><th scope="col" class="num">other load</th><th scope="col">left out</th></tr></thead>
<tbody>${all.map(
    (
      one,
    ) => html`<tr><th scope="row">${one.session}</th><td>${one.agent?.engine ?? '–'}</td><td>${one.status}${one.reason === '' ? '' : `: ${one.reason}`}</td><td class="num">${(one.startMs / 1000).toFixed(1)}</td><td class="num">${(one.wallMs / 1000).toFixed(1)}</td><td class="num">${one.wallMs > 0 ? percent(one.exchangesMs / one.wallMs, 0) : '–'}</td><td class="num">${share(one.cpuStealShare)}</td><td class="num">${share(one.cpuPressureShare)}</td><td class="num">${share(one.loadOutsideShare)}</td><td>${[...one.dropped.map(({ cell, reason }) => `${cell}: ${reason}`), ...one.voidedBlocks.map(({ block, why }) => `block ${block}: ${why}`)].join('; ')}</td></tr>
`,
  )}</tbody></table></div></details>`;
}
