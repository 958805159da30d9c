// Markup that is safe by construction: whatever is put into a template is escaped, unless it is markup
// itself.

export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | readonly Part[];

/** html`<p>${anything}</p>`: strings and numbers are escaped, lists are joined, null is nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0]!;
  for (const [i, part] of parts.entries()) text += partText(part) + strings[i + 1]!;
  return new Markup(text);
}

/** Markup that this program wrote itself: a stylesheet, a chart. Never anything from a record. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

export const NOTHING = new Markup('');

/** A sentence: figures stay on one line with their units, options and levels too, intervals stand back. */
export function prose(text: string): Markup {
  const kept = escaped(text)
    .replace(/(\d) (?=\d{3}(?!\d))/g, '$1\u00a0')
    .replace(/(\d) (?=([mµ]?s|min|h|%|objects?|messages?|B)(?!\w))/g, '$1\u00a0')
    .replace(/--[a-z]+( [\d.]+[a-z%]+)?|(?<![\w-])[a-z]+-\d+(?![\w-])/g, '<span class="whole">$&</span>')
    .replace(
      /\[[^\]<>]*\d[^\]<>]*\]/g,
      (interval) => `<span class="iv">${interval.replaceAll(' ', '\u00a0')}</span>`,
    );
  return new Markup(kept);
}

/** A cell's name: a line ends between format, codec and encoder sooner than inside one of them. */
export function cellName(label: string): Markup {
  return new Markup(escaped(label).replace(/\/(?=\w)|(?=@)/g, '$&<wbr>'));
}

/** Safe between tags and inside quoted attributes. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function partText(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(partText).join('');
  return escaped(String(part));
}
