// Where the sliders stand, as the page's address keeps it: `#mbits=5&rtt=28&n=1000`. Runs in the page.

export interface SliderState {
  /** Which of several browsers or targets, counted from 0. */
  readonly group: number;
  readonly mbits: number;
  readonly rttMs: number;
  readonly n: number;
}

/** Of bandwidth and round trip: four powers of ten from 0.1, forty steps each. */
export const SLIDER_STEPS = 160;
const STEPS_TO_TEN = 40;
const LEAST = 0.1;

export function stepValue(step: number): number {
  return Number((LEAST * 10 ** (step / STEPS_TO_TEN)).toPrecision(3));
}

export function nearestStep(value: number): number {
  const step = Math.round(Math.log10(value / LEAST) * STEPS_TO_TEN);
  return Math.min(SLIDER_STEPS, Math.max(0, step));
}

export function nearestPlace(ns: readonly number[], n: number): number {
  const distances = ns.map((each) => Math.abs(Math.log(each / n)));
  return distances.indexOf(Math.min(...distances));
}

export function spellState({ group, mbits, rttMs, n }: SliderState): string {
  return `#${group === 0 ? '' : `group=${group}&`}mbits=${mbits}&rtt=${rttMs}&n=${n}`;
}

/** null where the address says something else, or nothing that makes sense. */
export function parseState(hash: string, groups: number): SliderState | null {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const figure = (name: string) => Number(words.get(name) ?? Number.NaN);
  const group = words.has('group') ? figure('group') : 0;
  const [mbits, rttMs, n] = [figure('mbits'), figure('rtt'), figure('n')];
  const areFigures = [mbits, rttMs, n].every((value) => Number.isFinite(value) && value > 0);
  const isGroup = Number.isInteger(group) && group >= 0 && group < groups;
  return areFigures && isGroup ? { group, mbits, rttMs, n } : null;
}
