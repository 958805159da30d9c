// Documents with a document type are refused before anything is read: entities that stand for other entities
// could make gigabytes of a few lines, and nothing that is measured has any.

const SPACE = /[\t\n\r ]/;

/** Throws where a <!DOCTYPE comes before the first element; only what stands before that is looked at. */
export function refuseDocumentType(text: string): void {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  for (;;) {
    while (SPACE.test(text[at] ?? '')) at++;
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null;
    if (end === null) break;
    const closed = text.indexOf(end, at);
    if (closed === -1) break;
    at = closed + end.length;
  }
  if (text.startsWith('<!DOCTYPE', at)) throw new Error('XML: documents with a document type are refused');
}
