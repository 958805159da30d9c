// What is said where a document does not have the shape its schema gives it.

/** `null` where something should have been and nothing was: `<type>, expected note`. */
export function unexpected(name: string | null, expected: string): string {
  return `${name === null ? 'the end of an element' : `<${name}>`}, expected ${expected}`;
}

/** The end of an element, which comes before whatever else stands there. */
export function sayElementEnd(name: string): string {
  return `the end of ${name}`;
}

/** White space as XML has it. */
export function isSpace(text: string): boolean {
  return /^[\t\n\r ]*$/.test(text);
}

const TEXT_SHOWN = 40;

export function strayText(text: string): string {
  return `${JSON.stringify(text.trim().slice(0, TEXT_SHOWN))} where only elements may stand`;
}

export const NOT_ALL_ATTRIBUTES = 'attributes that nobody expects';

/** Declarations of namespaces and schemas are no data, whoever writes them. */
export function isDeclaration(attribute: string): boolean {
  return (
    attribute === 'xmlns' ||
    attribute.startsWith('xmlns:') ||
    attribute === 'xsi:schemaLocation' ||
    attribute === 'xsi:noNamespaceSchemaLocation'
  );
}

/** `/things/thing[2]/label` behind what is wrong there. */
export function xmlError(problem: string, place: string): Error {
  return new Error(place === '' ? `XML: ${problem}` : `XML: ${problem}, in ${place}`);
}

export function thrownMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
