// The world outside (process, console, clocks, chance, child processes) is touched by few files: everything
// else is handed what it needs (Host, Clock, Random), so that it can be tested and repeated.

import { findImports, roomName, type Source, stripComments } from './source-rules.ts';

/** The files that start a process of ours and may touch all of it. */
export const PROCESS_FILES: readonly string[] = [
  'src/main.ts',
  'src/target/main.ts',
  'src/drive/nginx/main.ts',
  'src/drive/grid/holder-main.ts',
  'src/drive/processes/guardian-main.ts',
  'src/front/main.ts',
  'src/front/dialer-main.ts',
  'src/agent/node-main.ts',
  'src/agent/page-main.ts',
  'src/cli/serve/data-process-main.ts',
  'src/ui/messages/messages-main.ts',
  'src/ui/ask/ask-main.ts',
  'src/ui/records/records-main.ts',
  'src/ui/studies/studies-main.ts',
];

interface Rule {
  readonly says: string;
  readonly pattern: RegExp;
  /** Rooms beside the process files that may. */
  readonly rooms: readonly string[];
}

const RULES: readonly Rule[] = [
  { says: 'takes what it needs of the process from Host', pattern: /(?<![.\w])process\s*\./, rooms: [] },
  { says: 'writes by Host.out and Host.err', pattern: /(?<![.\w])console\s*\./, rooms: [] },
  { says: 'takes a Random', pattern: /\bMath\s*\.\s*random\b/, rooms: [] },
  { says: 'takes a Clock', pattern: /\bDate\s*\.\s*now\b|\bnew Date\s*\(\s*\)/, rooms: [] },
  {
    says: 'takes a Clock (only exchange, agent and target time things themselves)',
    pattern: /\bperformance\s*\.\s*(?:now|timeOrigin)\b/,
    rooms: ['exchange', 'agent', 'target'],
  },
  // Broken off, they may throw in an event, and the process ends (nodejs/node#64529).
  {
    says: 'makes no web stream of one of Node’s (docs/decisions/016-the-page.md, 10)',
    pattern: /\.toWeb\b|\b(?:Dec|C)ompressionStream\b/,
    rooms: [],
  },
];

const MODULE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['drive'],
  'node:process': ['drive'],
  // Makes such streams of answers.
  'hono/compress': [],
};

/** Tests and what makes their data may do as they like. */
export function outsideProblems(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const { file } = source;
    const isForTests = file.endsWith('.test.ts') || file.includes('/testdata/');
    if (isForTests || PROCESS_FILES.includes(file)) return [];
    return [...ruleProblems(source), ...moduleProblems(source)];
  });
}

function ruleProblems({ file, text }: Source): string[] {
  const code = stripComments(text);
  return RULES.filter(({ rooms }) => !rooms.includes(roomName(file) ?? '')).flatMap(({ says, pattern }) => {
    const found = pattern.exec(code);
    if (found === null) return [];
    const line = code.slice(0, found.index).split('\n').length;
    return [
      `${file}:${line}: ${found[0]} in a file that ${says}; the rules are in scripts/rules/outside-rules.ts`,
    ];
  });
}

function moduleProblems({ file, text }: Source): string[] {
  return findImports(text)
    .filter((name) => MODULE_ROOMS[name]?.includes(roomName(file) ?? '') === false)
    .map(
      (name) =>
        `${file}: ${sayRooms(MODULE_ROOMS[name]!)} imports ${name}; the rules are in scripts/rules/outside-rules.ts`,
    );
}

function sayRooms(rooms: readonly string[]): string {
  return rooms.length === 0 ? 'nothing' : `only src/${rooms.join(', src/')}`;
}
