// target.json and client.json: what a target, or a client that is a program, declares about itself before it
// runs.

import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { messageOf, type Problem, UserError } from '../../base/errors.ts';
import { PROTOCOLS } from '../../factors/protocol.ts';
import { describeIssue } from './program-file-problems.ts';
import { CLIENTS, type Programs, TARGETS } from './program-folders.ts';

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

/**
 * A need of the machine. It is met if one of the files is (a * stands for anything in a name), or if the
 * command succeeds.
 */
export type Need = Readonly<z.infer<typeof NeedSchema>>;

const NAME = /^[a-z0-9][a-z0-9-]*$/;
const NO_NAME = 'is not a name of small letters, digits and hyphens';

const TargetFileSchema = z.strictObject({
  name: z.string().regex(NAME, NO_NAME),
  title: z.string().min(1),
  language: z.string().min(1),
  version: z.string().min(1),
  build: z.array(z.string().min(1)).min(1, 'holds no program').optional(),
  sources: z.string().min(1).optional(),
  start: z.array(z.string().min(1)).min(1, 'holds no program'),
  needs: z.array(NeedSchema).optional(),
  encoders: z.record(z.string().min(1), z.array(z.string().min(1)).min(1)).optional(),
  protocols: z.array(z.enum(PROTOCOLS)).min(1).optional(),
  codecs: z.record(z.string().min(1), z.array(z.string().min(1)).min(1)).optional(),
  notes: z.string().optional(),
});

/** A target.json as validated. */
export type TargetFile = Readonly<z.infer<typeof TargetFileSchema>>;

/** Reads `<folder>/target.json`; throws a UserError with everything that is wrong with it. */
export function readTargetFile(folder: string): Promise<TargetFile> {
  return readProgramFile(folder, TARGETS);
}

/**
 * Reads `<folder>/client.json`, which has the same fields; throws a UserError with everything that is wrong
 * with it.
 */
export function readClientFile(folder: string): Promise<TargetFile> {
  return readProgramFile(folder, CLIENTS);
}

async function readProgramFile(folder: string, programs: Programs): Promise<TargetFile> {
  const file = path.join(folder, programs.file);
  const refuse = (problems: readonly Omit<Problem, 'file'>[]): never => {
    throw new UserError(problems.map((problem) => ({ file, ...problem })));
  };
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const what = error.code === 'ENOENT' ? 'no such file' : `cannot be read: ${messageOf(error)}`;
    return refuse([{ path: '', what }]);
  });
  const value = parseJson(text, refuse);
  const parsed = TargetFileSchema.safeParse(value);
  const problems = [
    ...(parsed.success
      ? []
      : parsed.error.issues.flatMap((issue) => describeIssue(issue, value, allowedFields(programs)))),
    ...beyondShape(value, folder, programs),
  ];
  if (!parsed.success || problems.length > 0) return refuse(problems);
  return parsed.data;
}

/** The fields that such a file may have. */
function allowedFields(programs: Programs): string[] {
  const others = OF_THE_OTHER[programs.kind];
  return Object.keys(TargetFileSchema.shape).filter((field) => field !== others);
}

const OF_THE_OTHER = { target: 'codecs', client: 'encoders' } as const;

/** Checks what no schema can see: the folder of the file. It only checks parts that have the right shape. */
function beyondShape(value: unknown, folder: string, programs: Programs): Omit<Problem, 'file'>[] {
  const problems: Omit<Problem, 'file'>[] = [];
  const { name, sources, ...others } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (typeof name === 'string' && NAME.test(name)) problems.push(...otherName(name, path.basename(folder)));
  const wrong =
    sources === undefined || typeof sources !== 'string' ? null : wrongSources(folder, sources, programs);
  if (wrong !== null) problems.push({ path: 'sources', what: wrong });
  const field = OF_THE_OTHER[programs.kind];
  if (field in others) {
    const what = `is for ${programs.kind === 'target' ? 'clients: a target has encoders' : 'targets: a client has codecs'}`;
    problems.push({ path: field, what });
  }
  return problems;
}

function otherName(name: string, folderName: string): Omit<Problem, 'file'>[] {
  if (name === folderName) return [];
  if (NAME.test(folderName))
    return [{ path: 'name', what: `is ${name} in the folder ${folderName}`, allowed: [folderName] }];
  const what = `is not the name of its folder, ${JSON.stringify(folderName)}, which ${NO_NAME}: give the folder another`;
  return [{ path: 'name', what }];
}

/** The folder in which it is built, and whose state decides whether it must be built again. */
export function sourceFolder(folder: string, { sources = '.' }: Pick<TargetFile, 'sources'>): string {
  return path.resolve(folder, sources);
}

/**
 * A target's sources hold its target.json, because the build command stands there, and nothing but targets; a
 * client's sources may be anywhere.
 */
function wrongSources(folder: string, sources: string, { kind }: Programs): string | null {
  const at = sourceFolder(folder, { sources });
  const missing = noFolder(sources, at);
  if (missing !== null || kind === 'client') return missing;
  const inside = path.relative(at, path.resolve(folder)).split(path.sep);
  if (inside[0] === '..') return `${at} does not hold the target's own folder`;
  const around = inside.map((_, i) => path.join(at, ...inside.slice(0, i)));
  if (path.dirname(at) === at || around.some(isOurTargets)) {
    return `${at} is more than a target's sources: any change in it would have it built again`;
  }
  return null;
}

/** Whether it is targets/ of a checkout of Wirefare, which holds everybody's targets. */
function isOurTargets(folder: string): boolean {
  return path.basename(folder) === 'targets' && existsSync(path.join(folder, 'CONTRACT.md'));
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
