// A study as it is being typed: everything that is wrong with it, in the words of `plan`. Data and URLs of
// one's own are not read for that; what stands for them is never run.

import { existsSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { type Problem, UserError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { typedReader } from '../../study/file/study-text.ts';
import { readYaml } from '../../study/file/yaml-text.ts';
import { loadStudy } from '../../study/resolve/load-study.ts';
import type { PayloadReader } from '../../study/resolve/own-payloads.ts';
import type { UrlReader } from '../../study/resolve/url-targets.ts';
import type { PayloadRef } from '../../study/study.ts';
import type { CheckedStudy, PlacedProblem, TypedStudy } from '../../ui/studies/asked.ts';
import { withBrokenPrograms } from '../study/broken-programs.ts';
import { studyPath } from '../study/study-options.ts';
import { studyPayloads } from '../study/study-payloads.ts';
import { vocabularyHere } from '../study/vocabulary-here.ts';

/** `measuring`: what a whole check would disturb; null: nothing. */
export async function checkedStudy(
  { id, text }: TypedStudy,
  host: Host,
  measuring: string | null = null,
): Promise<CheckedStudy> {
  const unread = new Set<string>();
  const path = studyPath(id, host.cwd);
  const { value, problems: ofText } = plainValue(text, path);
  const problems =
    measuring === null ? await problemsWith(path, text, host, (what) => unread.add(what)) : ofText;
  return {
    value,
    problems: problems.map((problem) => placed(problem, path, id)),
    unread: [...unread],
    waitsFor: measuring,
  };
}

async function problemsWith(
  path: string,
  text: string,
  host: Host,
  tellUnread: (what: string) => void,
): Promise<readonly Problem[]> {
  const payloads = dataThere(resolve(host.cwd, path), host, tellUnread);
  try {
    await loadStudy(path, typedReader(text), vocabularyHere(host), 0, payloads, urlsUnasked(tellUnread));
    return [];
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return (await withBrokenPrograms(thrown, host)).problems;
  }
}

/** What cannot be found is told at once; what is there is read when the study is planned. */
function dataThere(studyFile: string, host: Host, tellUnread: (what: string) => void): PayloadReader {
  const reader = studyPayloads(studyFile, host);
  const isUrl = (file: string) => /^https?:\/\//.test(file);
  return {
    read: async (ask) => {
      const missing = ask.files.find(
        (file) => !isUrl(file) && !existsSync(resolve(dirname(studyFile), file)),
      );
      if (missing !== undefined) return reader.read(ask);
      const source = ask.files.join(', ');
      tellUnread(source);
      return standIn(ask.name ?? nameBehind(ask.files[0]!), source);
    },
  };
}

function urlsUnasked(tellUnread: (what: string) => void): UrlReader {
  return {
    read: async (asks) =>
      asks.map(({ url, name }) => {
        const known = name ?? new URL(url).host;
        tellUnread(name ?? new URL(url).host);
        return {
          name: known,
          payload: standIn(known, known),
          format: 'json',
          codec: 'JSON.parse',
          protocol: 'http1',
        };
      }),
  };
}

function standIn(name: string, source: string): PayloadRef {
  const root = { kind: 'record', name: 'unread', fields: [] } as unknown as PayloadRef['schema']['root'];
  return {
    name,
    source,
    digest: `unread ${source}`,
    shape: 'list',
    count: 1,
    jsonBytes: 1,
    schema: { root } as PayloadRef['schema'],
    notes: [],
  };
}

function nameBehind(file: string): string {
  return basename(file, extname(file))
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-');
}

/** null where it is no YAML, or of no end. */
function plainValue(text: string, path: string): { value: unknown; problems: readonly Problem[] } {
  try {
    const { value, problems } = readYaml(text, path);
    return { value: JSON.parse(JSON.stringify(value ?? null)), problems };
  } catch (thrown) {
    return { value: null, problems: thrown instanceof UserError ? thrown.problems : [] };
  }
}

/** `study.yaml:12:3` → line 12 of the text that is being typed. */
function placed(problem: Problem, path: string, id: string): PlacedProblem {
  if (!problem.file.startsWith(path)) return { ...problem, line: null };
  const [, line] = /^:(\d+)(?::\d+)?$/.exec(problem.file.slice(path.length)) ?? [];
  return { ...problem, file: id, line: line === undefined ? null : Number(line) };
}
