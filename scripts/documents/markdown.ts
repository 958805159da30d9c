// Reads a Markdown document for what can be held against the tree: links, code spans, commands, headings,
// prose.

import { githubAnchor } from './github-anchor.ts';

export interface Placed {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

export interface Markdown {
  /** Relative to the root, `docs/guide/networks.md`. */
  readonly file: string;
  /** What stands between backticks, outside of blocks of code. */
  readonly spans: readonly Placed[];
  /** Lines of blocks of shell commands, without comments. */
  readonly commands: readonly Placed[];
  /** Targets of `[text](target)`. */
  readonly links: readonly Placed[];
  /** Lines that an editor may wrap: no code, no tables. */
  readonly prose: readonly Placed[];
  /** What a link may name behind `#`. */
  readonly anchors: ReadonlySet<string>;
}

export function readMarkdown(file: string, text: string): Markdown {
  const outside: Placed[] = [];
  const commands: Placed[] = [];
  let fence: string | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const placed = { line: index + 1, text: line };
    const language = /^\s*```(\w*)/.exec(line)?.[1];
    if (language !== undefined) fence = fence === null ? language : null;
    else if (fence === null) outside.push(placed);
    else if (fence === 'sh') commands.push({ ...placed, text: line.replace(/(?:^|\s)#\s.*$/, '') });
  }
  const headings = outside.filter((line) => /^#+ /.test(line.text)).map((line) => line.text);
  return {
    file,
    spans: matches(outside, /`([^`]+)`/g),
    commands: commands.filter((command) => command.text.trim() !== ''),
    links: matches(outside, /\]\(([^()\s]+)\)/g),
    prose: outside.filter((line) => !/^\s*\|/.test(line.text)),
    anchors: anchorsOfHeadings(headings),
  };
}

function matches(lines: readonly Placed[], pattern: RegExp): Placed[] {
  return lines.flatMap(({ line, text }) =>
    [...text.matchAll(pattern)].map((match) => ({ line, text: match[1]! })),
  );
}

/** As GitHub does: with a number after an anchor that comes again. */
function anchorsOfHeadings(headings: readonly string[]): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const heading of headings) {
    const anchor = githubAnchor(heading.replace(/^#+ /, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    const earlier = seen.get(anchor) ?? 0;
    seen.set(anchor, earlier + 1);
    anchors.add(earlier === 0 ? anchor : `${anchor}-${earlier}`);
  }
  return anchors;
}

/** Counts words as `wc -w` does. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
