// Times of day as they stand in messages: `09:41`. What goes beyond midnight begins again at 00:00.

const DAY_MINUTES = 24 * 60;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Since midnight; null for what is no such time. */
export function minutesIn(text: string): number | null {
  const match = TIME.exec(text);
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

/** `minutes`: a whole number, also below 0 or above a day. */
export function timeText(minutes: number): string {
  const ofDay = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${twoDigits(Math.floor(ofDay / 60))}:${twoDigits(ofDay % 60)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
