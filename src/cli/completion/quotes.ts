// A text as one word of a shell, whatever is in it.

/** For bash and zsh. */
export function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** For fish, where a backslash counts between quotes too. */
export function inFishQuotes(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
