// What only SOAP has: how a message names its operation, and the fault that refuses a message.

import type { Operation } from './operations.ts';

/** The first element in the body; its prefix does not matter, and the decoder looks at its namespace. */
const FIRST_IN_BODY = /<(?:[\w.-]+:)?Body(?:\s[^<>]*)?>(?:\s|<!--[\s\S]*?-->)*<(?:[\w.-]+:)?([\w.-]+)/;
const PAYLOAD = /<(?:[\w.-]+:)?payload(?:\s[^<>]*)?>\s*([A-Za-z0-9+/=\s]{0,400})/;

/**
 * In Java's serialization: magic, version, TC_OBJECT, TC_CLASSDESC, and two bytes for the length of the
 * class's name.
 */
const CLASS_NAME_AT = 8;

/** null if there is none of that name. `body` is the whole envelope. */
export function findOperation(
  format: string,
  body: Uint8Array,
  operations: ReadonlyMap<string, Operation>,
): Operation | null {
  const text = new TextDecoder().decode(body);
  const name = format === 'soap-serialized' ? serializedName(text) : FIRST_IN_BODY.exec(text)?.[1];
  return [...operations.values()].find(({ requestSchema }) => requestSchema.name === name) ?? null;
}

/** `wirefare.data.BooksRequest` → BooksRequest. */
function serializedName(text: string): string | undefined {
  const bytes = Buffer.from(PAYLOAD.exec(text)?.[1] ?? '', 'base64');
  if (bytes.length < CLASS_NAME_AT) return undefined;
  const length = bytes.readUInt16BE(CLASS_NAME_AT - 2);
  return bytes
    .toString('latin1', CLASS_NAME_AT, CLASS_NAME_AT + length)
    .split('.')
    .at(-1);
}

export const FAULT_TYPE = 'text/xml;charset=utf-8';

/** `soap:Client` if the request is at fault, else `soap:Server` (SOAP 1.1, 4.4). */
export function faultBody(status: number, detail: string): Buffer {
  const code = status < 500 ? 'soap:Client' : 'soap:Server';
  const fault = `<soap:Fault><faultcode>${code}</faultcode><faultstring>${escaped(detail)}</faultstring></soap:Fault>`;
  return Buffer.from(
    `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${fault}</soap:Body></soap:Envelope>`,
  );
}

/** Characters that XML cannot have would make the fault unreadable. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
