// The sliders of a report: bundled into its page. All that it shows comes from the attribute `data-what-if`,
// and goes into the page as text and figures.

import { threeDigits } from '../../../base/figures/numbers.ts';
import { type WhatIfTime, whatIfTime } from '../../../model/choices/what-if.ts';
import { networkAt } from '../../../network/profile.ts';
import type { WhatIfData, WhatIfGroup } from './data.ts';
import { nearestPlace, nearestStep, parseState, type SliderState, spellState, stepValue } from './state.ts';

const SVG = 'http://www.w3.org/2000/svg';

for (const form of document.querySelectorAll<HTMLElement>('[data-what-if]')) start(form);

function start(form: HTMLElement): void {
  const data = JSON.parse(form.dataset.whatIf!) as WhatIfData;
  const input = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  const [mbits, rtt, n] = [input('mbits'), input('rtt'), input('n')];
  const select = form.querySelector<HTMLSelectElement>('select');
  const list = form.querySelector<HTMLElement>('.bars')!;
  const measure = measureLink(form);
  let bars: readonly Bar[] = [];
  let shown = -1;

  const groupShown = () => data.groups[Number(select?.value ?? 0)]!;
  const read = (): SliderState => ({
    group: Number(select?.value ?? 0),
    mbits: stepValue(mbits.valueAsNumber),
    rttMs: stepValue(rtt.valueAsNumber),
    n: groupShown().whatIf.ns[n.valueAsNumber]!,
  });
  const set = (state: SliderState) => {
    if (select !== null) select.value = String(state.group);
    const { ns } = groupShown().whatIf;
    n.max = String(ns.length - 1);
    n.value = String(nearestPlace(ns, state.n));
    mbits.value = String(nearestStep(state.mbits));
    rtt.value = String(nearestStep(state.rttMs));
  };
  const draw = () => {
    const state = read();
    const group = groupShown();
    if (shown !== state.group) {
      bars = group.labels.map(makeBar);
      list.replaceChildren(...bars.map(({ row }) => row));
      shown = state.group;
    }
    say(mbits, `${threeDigits(state.mbits)} Mbit/s`);
    say(rtt, `${threeDigits(state.rttMs)} ms`);
    measure?.setAttribute('href', pointAddress(state));
    if (measure !== null) measure.hidden = !group.canMeasure;
    say(n, String(state.n).replace(/\B(?=(\d{3})+$)/g, ' '));
    drawBars(bars, timesAt(group, state));
  };
  const moved = () => {
    history.replaceState(null, '', spellState(read()));
    draw();
  };
  for (const slider of [mbits, rtt, n]) slider.addEventListener('input', moved);
  select?.addEventListener('change', () => {
    set({ ...read(), group: Number(select.value), n: data.groups[Number(select.value)]!.n });
    moved();
  });
  addEventListener('hashchange', () => {
    const state = parseState(location.hash, data.groups.length);
    if (state === null) return;
    set(state);
    draw();
  });
  const asked = parseState(location.hash, data.groups.length);
  set(asked ?? { group: 0, mbits: data.mbits, rttMs: data.rttMs, n: data.groups[0]!.n });
  draw();
  if (asked !== null) form.scrollIntoView();
}

/** Of a report that a lab has opened: there the point can be measured. Elsewhere nobody could; then null. */
function measureLink(form: HTMLElement): HTMLElement | null {
  if (openedRecord() === null) return null;
  const link = document.createElement('a');
  link.textContent = 'Measure this point';
  const line = document.createElement('p');
  line.append(link);
  form.append(line);
  return link;
}

/** Of the page of the lab on which somebody then says yes. */
function pointAddress({ group, mbits, rttMs, n }: SliderState): string {
  const words = { record: openedRecord()!, group, mbits, rtt: rttMs, n };
  const pairs = Object.entries(words).map(([name, value]) => [name, String(value)]);
  return `/studies?${new URLSearchParams(pairs)}`;
}

/** `/made/report/MARK/NAME` → NAME. */
function openedRecord(): string | null {
  const [, name] = /^\/made\/report\/[^/]+\/([^/]+)$/.exec(location.pathname) ?? [];
  return name === undefined ? null : decodeURIComponent(name);
}

function say(slider: HTMLInputElement, text: string): void {
  slider.setAttribute('aria-valuetext', text);
  slider.closest('label')!.querySelector('output')!.value = text;
}

function timesAt({ whatIf }: WhatIfGroup, { mbits, rttMs, n }: SliderState): readonly (WhatIfTime | null)[] {
  const network = networkAt(mbits, rttMs);
  const at = whatIf.ns.indexOf(n);
  return whatIf.rows.map((rows) => {
    const row = rows[at];
    return row === undefined || row === null ? null : whatIfTime(row, whatIf, network);
  });
}

interface Bar {
  readonly row: HTMLElement;
  readonly name: HTMLElement;
  readonly network: SVGElement;
  readonly work: SVGElement;
  readonly range: SVGElement;
  readonly figure: HTMLElement;
}

function makeBar(label: string): Bar {
  const row = document.createElement('li');
  const name = document.createElement('span');
  name.textContent = label;
  const svg = document.createElementNS(SVG, 'svg');
  const part = (kind: string, attributes: Readonly<Record<string, string>>) => {
    const element = document.createElementNS(SVG, kind);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    svg.append(element);
    return element;
  };
  const bar = {
    row,
    name,
    network: part('rect', { class: 'network', x: '0', y: '3', height: '14' }),
    work: part('rect', { class: 'client', y: '3', height: '14' }),
    range: part('line', { class: 'range', y1: '10', y2: '10' }),
    figure: document.createElement('span'),
  };
  bar.figure.className = 'figure';
  row.append(name, svg, bar.figure);
  return bar;
}

function drawBars(bars: readonly Bar[], times: readonly (WhatIfTime | null)[]): void {
  const known = times.filter((time) => time !== null);
  const longest = Math.max(...known.map(({ interval }) => interval[1]));
  const least = Math.min(...known.map(({ totalMs }) => totalMs));
  const percent = (ms: number) => `${Math.round((ms / longest) * 10_000) / 100}%`;
  for (const [i, { row, name, network, work, range, figure }] of bars.entries()) {
    const time = times[i] ?? null;
    row.classList.toggle('untold', time === null);
    name.classList.toggle('least', time?.totalMs === least);
    if (time === null) {
      figure.textContent = 'nothing is said of it';
      continue;
    }
    const { totalMs, networkMs, interval } = time;
    network.setAttribute('width', percent(networkMs));
    work.setAttribute('x', percent(networkMs));
    work.setAttribute('width', percent(totalMs - networkMs));
    range.setAttribute('x1', percent(interval[0]));
    range.setAttribute('x2', percent(interval[1]));
    figure.textContent = `${threeDigits(totalMs)} ms [${threeDigits(interval[0])}, ${threeDigits(interval[1])}]`;
  }
}
