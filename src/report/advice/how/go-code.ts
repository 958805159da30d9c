// Pieces of Go that snippets are made of.

import type { SnippetFile } from './snippet.ts';

export interface GoPart {
  /** Import paths. */
  readonly imports: readonly string[];
  readonly code: readonly string[];
  /** Beside the server's own. */
  readonly files?: readonly SnippetFile[];
  readonly notes?: readonly string[];
}

/** A literal of Go, which takes a byte order mark nowhere but at its very beginning. */
export function goText(text: string): string {
  return JSON.stringify(text).replaceAll('\ufeff', '\\ufeff');
}
