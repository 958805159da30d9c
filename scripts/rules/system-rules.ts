// What works without namespaces (sizes, schemas, advice over modelled links, reports, comparisons) is to work
// on macOS and Windows too: what only Linux has, or only Unix, is asked for in src/drive alone, and elsewhere
// by these files, of which each says why it may.

import { blankComments, type Source } from './source-rules.ts';

export const MAY: Readonly<Record<string, string>> = {
  'src/main.ts': 'Node gives these signals on every system, as far as it has them',
  'src/target/main.ts': 'a process that src/drive starts and ends',
  'src/front/main.ts': 'a process that src/drive starts and ends',
  'src/front/dialer-main.ts': 'a process that src/drive starts inside a namespace',
  'src/record/lock.ts': 'without /proc a lock that was left is taken over',
  'src/verify/messages/held-bytes.ts': 'answers null without /proc',
  'src/verify/verify-process.ts': 'is about a process that src/drive has started',
  'src/cli/networks/networks-run.ts': 'is inside a link, which src/drive refuses elsewhere',
};

const PATTERNS: readonly RegExp[] = [
  // Paths at the root of a Unix: /proc/self, /usr/bin/sh.
  /['"`]\/(?:proc|sys|dev|etc|usr|bin|sbin|run|opt|var|home|tmp)\b[^'"`]*/,
  /['"`]SIG[A-Z]+['"`]/,
  /\bapt-get\b|\bdpkg\b/,
  /\bdetached\s*:\s*true\b|\.(?:kill|getuid|getgid|setuid)\s*\(/,
  /\/bin\/sh\b|\bxdg-open\b/,
];

/** Tests and testdata may do as they like. */
export function systemProblems(sources: readonly Source[], may = MAY): string[] {
  const shipped = sources.filter(
    ({ file }) =>
      !file.endsWith('.test.ts') && !file.includes('/testdata/') && !file.startsWith('src/drive/'),
  );
  const found = shipped.flatMap(({ file, text }) => {
    const code = blankComments(text);
    return PATTERNS.flatMap((pattern) => {
      const match = pattern.exec(code);
      if (match === null) return [];
      return [{ file, line: code.slice(0, match.index).split('\n').length, what: match[0] }];
    });
  });
  const stale = Object.keys(may).filter((file) => !found.some((each) => each.file === file));
  return [
    ...found
      .filter(({ file }) => may[file] === undefined)
      .map(
        ({ file, line, what }) =>
          `${file}:${line}: ${what} is not of every system, and belongs into src/drive; the rules are in scripts/rules/system-rules.ts`,
      ),
    ...stale.map(
      (file) => `scripts/rules/system-rules.ts: ${file} asks for nothing that only some systems have`,
    ),
  ];
}
