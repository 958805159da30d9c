// Breaks text into lines of a given width.

/** Breaks at spaces; later lines are indented two further. A word too long for a line keeps its own. */
export function wrapped(text: string, indent: string, width: number): string[] {
  return filled(text.split(' '), ' ', indent, `${indent}  `, width);
}

/** Items on as few lines as hold them, none broken. */
export function listed(items: readonly string[], indent: string, width: number, between = ' · '): string[] {
  return items.length === 0 ? [] : filled(items, between, indent, indent, width);
}

function filled(
  items: readonly string[],
  between: string,
  indent: string,
  laterIndent: string,
  width: number,
): string[] {
  const lines: string[] = [];
  let line = indent + items[0]!;
  for (const item of items.slice(1)) {
    const longer = line + between + item;
    // Room is kept for what stands between the items, which ends a line that is full.
    if (longer.length + between.trimEnd().length <= width) line = longer;
    else {
      lines.push(line + between.trimEnd());
      line = laterIndent + item;
    }
  }
  return [...lines, line];
}
