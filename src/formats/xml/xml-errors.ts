// The errors for a document that does not have the shape that its schema gives it.

/** `name` is null if there was nothing where something should have been: `<type>, expected note`. */
export function unexpected(name: string | null, expected: string): string {
  return `${name === null ? 'the end of an element' : `<${name}>`}, expected ${expected}`;
}

/** Names the end of an element, where something else was expected. */
export function sayElementEnd(name: string): string {
  return `the end of ${name}`;
}

/** Whether the text is white space as XML defines it. */
export function isSpace(text: string): boolean {
  return /^[\t\n\r ]*$/.test(text);
}

const TEXT_SHOWN = 40;

export function strayText(text: string): string {
  return `${JSON.stringify(text.trim().slice(0, TEXT_SHOWN))} where only elements may stand`;
}

export const NOT_ALL_ATTRIBUTES = 'attributes that nobody expects';

/** Whether it declares a namespace or a schema: such attributes are no data. */
export function isDeclaration(attribute: string): boolean {
  return (
    attribute === 'xmlns' ||
    attribute.startsWith('xmlns:') ||
    attribute === 'xsi:schemaLocation' ||
    attribute === 'xsi:noNamespaceSchemaLocation'
  );
}

/** An error with its place: the problem, then `/things/thing[2]/label`. */
export function xmlError(problem: string, place: string): Error {
  return new Error(place === '' ? `XML: ${problem}` : `XML: ${problem}, in ${place}`);
}

export function thrownMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
