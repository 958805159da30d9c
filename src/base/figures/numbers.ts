// Numbers as text and as rounded values: enough digits to tell cells apart, never more than were measured.

/** 1234567 → `1 234 567`; negative figures have a minus sign, not a hyphen. */
export function grouped(value: number, decimals = 0): string {
  const rounded = value.toFixed(decimals);
  const fixed = Number(rounded) === 0 ? rounded.replace('-', '') : rounded.replace('-', '−');
  const [whole = '', fraction] = fixed.split('.');
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, ' ');
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

/** A whole number without decimals, any other with these: `50`, `12.500`. */
export function groupedUnlessWhole(value: number, decimals: number): string {
  return grouped(value, Number.isInteger(value) ? 0 : decimals);
}

/** Decimals with which the smallest of these (positive) figures still shows three digits; between 0 and 3. */
export function decimalsFor(values: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const value of values) if (value > 0 && value < smallest) smallest = value;
  if (!Number.isFinite(smallest)) return 1;
  const digitsBeforePoint = Math.floor(Math.log10(smallest)) + 1;
  return Math.min(3, Math.max(0, 3 - digitsBeforePoint));
}

/** With three digits or more: `9.81`, `0.280`, `1 234`. */
export function threeDigits(value: number): string {
  return grouped(value, decimalsFor([Math.abs(value)]));
}

/** 0.1 + 0.2 with 6 digits is 0.3. */
export function roundToDigits(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** 1.23456 with 3 decimals is 1.235. */
export function roundToDecimals(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

/** As short as possible with at most these digits, not grouped: `0.3`, `1500`. */
export function shortNumber(value: number, digits: number): string {
  return String(roundToDigits(value, digits));
}

/** Three digits, four from a hundred on, not grouped: `0.28`, `1235`. */
export function shortFigure(value: number): string {
  return shortNumber(value, value >= 100 ? 4 : 3);
}

/** A share as percent, rounded like `shortFigure`: 0.0711 → `7.11 %`. */
export function shortPercent(share: number): string {
  return `${shortFigure(share * 100)} %`;
}

/** A share as percent: 0.0061 → `0.6 %`, 0.91 → `91 %`. */
export function percent(share: number, decimals = Math.abs(share) < 0.1 ? 1 : 0): string {
  return `${(share * 100).toFixed(decimals)} %`;
}
