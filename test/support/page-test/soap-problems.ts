// SOAP messages of others in a page: read by the DOM's decoder as saxes reads them, or refused with the same
// words.

import { datasetNamed, generateRecords } from '../../../src/data/catalogue.ts';
import { firstDifference } from '../../../src/data/equal.ts';
import { codecNamed, encoderNamed } from '../../../src/formats/catalogue.ts';
import { BROKEN_MESSAGES, MESSAGES, PAIRS, PAIRS_SCHEMA } from '../documents/soap-messages.ts';

/**
 * So that the text in base64 is longer than 10 MB, where libxml's limit for a text is unless it is lifted.
 */
const MANY_BOOKS = 22_000;

export function soapProblems(): string[] {
  const read = codecNamed('soap', 'domparser').bind(PAIRS_SCHEMA) as (text: string) => unknown;
  const misread = Object.entries(MESSAGES).flatMap(([name, text]) =>
    lines(name, () => firstDifference(read(text), PAIRS)),
  );
  const taken = Object.entries(BROKEN_MESSAGES).flatMap(([name, { text, expected }]) =>
    lines(name, () => {
      const complaint = complaintOf(() => read(text));
      return complaint !== null && expected.test(complaint) ? null : `${expected}: ${complaint}`;
    }),
  );
  return [...misread, ...taken, ...lines('a text of more than 10 MB', longText)];
}

function longText(): string | null {
  const { schema } = datasetNamed('book');
  const books = generateRecords(datasetNamed('book'), MANY_BOOKS);
  const body = encoderNamed('soap-serialized', 'wirefare-soap').bind(schema)(books);
  const read = codecNamed('soap-serialized', 'domparser').bind(schema) as (text: string) => unknown;
  return firstDifference(read(new TextDecoder().decode(body)), books);
}

function lines(name: string, problemOf: () => string | null): string[] {
  const problem = problemOrThrown(problemOf);
  return problem === null ? [] : [`${name}: ${problem}`];
}

function problemOrThrown(problemOf: () => string | null): string | null {
  try {
    return problemOf();
  } catch (thrown) {
    return String(thrown);
  }
}

function complaintOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (thrown) {
    return String(thrown);
  }
}
