// What is said where a document does not have the shape its schema gives it.

interface Found {
  readonly tagName: string;
  readonly textContent?: string | null;
}

/** `null` where something should have been and nothing was. A browser's parser puts its complaint into an element. */
export function unexpected(found: Found | null, expected: string): Error {
  if (found === null) return new Error(`XML: the end of an element, expected ${expected}`);
  if (found.tagName === 'parsererror') return new Error(`XML: ${found.textContent ?? 'not well-formed'}`);
  const complaint = parserErrorIn(found);
  if (complaint !== null) return new Error(`XML: ${complaint}`);
  return new Error(`XML: <${found.tagName}>, expected ${expected}`);
}

// Without any root element Chromium answers an HTML page that holds the complaint.
function parserErrorIn(found: Found): string | null {
  if (!('querySelector' in found)) return null;
  return (found as unknown as Element).querySelector('parsererror')?.textContent ?? null;
}
