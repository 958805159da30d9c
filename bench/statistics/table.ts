// Tables as the documents have them; a column whose name begins with > holds figures.

export function printTable(
  title: string,
  columns: readonly string[],
  rows: Iterable<readonly (string | number)[]>,
): void {
  console.log(`\n${title}\n`);
  console.log(`| ${columns.map((name) => name.replace('>', '')).join(' | ')} |`);
  console.log(`| ${columns.map((name) => (name.startsWith('>') ? '---:' : '---')).join(' | ')} |`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
