// Requests in XML that name what is elsewhere or grow when they are read. All of them have a document type
// declaration, and a target that reads it would answer them: what it expands to is the good request.

import type { BadBody } from './bad-requests.ts';

const MARK = '&wirefare;';
const LAUGHS = 9;

/** `good`: a request in XML, or in an envelope; `url`: where nobody may look. */
export function hostileXml(good: Uint8Array, url: string): BadBody[] {
  const text = Buffer.from(good).toString('utf8');
  const declaration = /^<\?xml[^>]*>\s*/.exec(text)?.[0] ?? '';
  const document = text.slice(declaration.length);
  const root = /^<([\w:.-]+)/.exec(document)![1]!;
  const [whole, value] = />([^<>]+)</.exec(document)!;
  const using = document.replace(whole!, `>${MARK}<`);
  const made = (what: string, type: string, body: string): BadBody => ({
    what,
    body: Buffer.from(`${declaration}<!DOCTYPE ${root} ${type}>${body}`),
  });
  const laughs = Array.from(
    { length: LAUGHS },
    (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`,
  ).join('');
  return [
    made('a document type declaration', '[<!ELEMENT any ANY>]', document),
    made('an entity of its own', `[<!ENTITY wirefare "${value}">]`, using),
    made('an entity that is elsewhere', `[<!ENTITY wirefare SYSTEM "${url}">]`, using),
    made('an entity in a file', '[<!ENTITY wirefare SYSTEM "file:///etc/hostname">]', using),
    made('a declaration that is elsewhere', `SYSTEM "${url}"`, document),
    made('a parameter entity that is elsewhere', `[<!ENTITY % p SYSTEM "${url}"> %p;]`, document),
    made('entities of entities', `[<!ENTITY l0 "ha">${laughs}]`, document.replace(whole!, `>&l${LAUGHS};<`)),
  ];
}
