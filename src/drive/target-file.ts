// target.json and client.json: what a target, or a client that is a program, says of itself before it runs.

import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { messageOf, type Problem, UserError } from '../base/errors.ts';
import { CLIENTS, TARGETS } from './program-folders.ts';

const NeedSchema = z
  .strictObject({
    what: z.string().min(1),
    files: z.array(z.string().startsWith('/', 'is not an absolute path')).min(1).optional(),
    command: z.array(z.string().min(1)).min(1, 'holds no program').optional(),
    packages: z.array(z.string().min(1)).min(1),
  })
  .refine(({ files, command }) => (files === undefined) !== (command === undefined), {
    message: 'names files or a command, one of the two',
  });

/** Something of the machine's: it is there if one of the files is (a * stands for anything in a name), or if the command succeeds. */
export type Need = Readonly<z.infer<typeof NeedSchema>>;

const TargetFileSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'is not a name of small letters, digits and hyphens'),
  title: z.string().min(1),
  language: z.string().min(1),
  version: z.string().min(1),
  build: z.array(z.string().min(1)).min(1, 'holds no program').optional(),
  sources: z.string().min(1).optional(),
  start: z.array(z.string().min(1)).min(1, 'holds no program'),
  needs: z.array(NeedSchema).optional(),
  encoders: z.record(z.string().min(1), z.array(z.string().min(1)).min(1)).optional(),
  codecs: z.record(z.string().min(1), z.array(z.string().min(1)).min(1)).optional(),
  notes: z.string().optional(),
});

/** A target.json as validated. */
export type TargetFile = Readonly<z.infer<typeof TargetFileSchema>>;

/** Reads `<folder>/target.json`; throws a UserError with everything that is wrong with it. */
export function readTargetFile(folder: string): Promise<TargetFile> {
  return readProgramFile(folder, TARGETS.file);
}

/** Reads `<folder>/client.json`, which has the same fields; throws likewise. */
export function readClientFile(folder: string): Promise<TargetFile> {
  return readProgramFile(folder, CLIENTS.file);
}

async function readProgramFile(folder: string, fileName: string): Promise<TargetFile> {
  const file = path.join(folder, fileName);
  const refuse = (problems: readonly Omit<Problem, 'file'>[]): never => {
    throw new UserError(problems.map((problem) => ({ file, ...problem })));
  };
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const what = error.code === 'ENOENT' ? 'no such file' : `cannot be read: ${messageOf(error)}`;
    return refuse([{ path: '', what }]);
  });
  const parsed = TargetFileSchema.safeParse(parseJson(text, refuse));
  if (!parsed.success) return refuse(parsed.error.issues.flatMap(problemsOf));
  const name = path.basename(folder);
  if (parsed.data.name !== name) {
    return refuse([{ path: 'name', what: `is ${parsed.data.name} in the folder ${name}`, allowed: [name] }]);
  }
  const wrong =
    fileName === CLIENTS.file
      ? noFolder(parsed.data.sources ?? '.', sourcesOf(folder, parsed.data))
      : wrongSources(folder, parsed.data);
  if (wrong !== null) return refuse([{ path: 'sources', what: wrong }]);
  return parsed.data;
}

/** Where it is built, and whose state decides whether it must be built again. */
export function sourcesOf(folder: string, { sources = '.' }: Pick<TargetFile, 'sources'>): string {
  return path.resolve(folder, sources);
}

/** It holds target.json, since the command that builds stands there, and nothing but targets. */
function wrongSources(folder: string, file: TargetFile): string | null {
  const { sources = '.' } = file;
  const at = sourcesOf(folder, file);
  const missing = noFolder(sources, at);
  if (missing !== null) return missing;
  const inside = path.relative(at, path.resolve(folder)).split(path.sep);
  if (inside[0] === '..') return `${at} does not hold the target's own folder`;
  if (path.basename(at) === 'targets' || inside.includes('targets')) return `${at} is not within targets/`;
  return null;
}

function noFolder(sources: string, at: string): string | null {
  if (path.isAbsolute(sources)) return `${sources} is not a relative folder`;
  return statSync(at, { throwIfNoEntry: false })?.isDirectory() === true ? null : `there is no folder ${at}`;
}

function parseJson(text: string, refuse: (problems: readonly Omit<Problem, 'file'>[]) => never): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse([{ path: '', what: `is not JSON: ${messageOf(error)}` }]);
  }
}

function problemsOf(issue: z.core.$ZodIssue): Omit<Problem, 'file'>[] {
  if (issue.code === 'unrecognized_keys') {
    const allowed = Object.keys(TargetFileSchema.shape);
    return issue.keys.map((key) => ({ path: key, what: 'no such field', allowed }));
  }
  return [{ path: issue.path.join('.'), what: issue.message }];
}
