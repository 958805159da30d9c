// targets/<name>/target.json: what a target says of itself before it runs.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { messageOf, type Problem, UserError } from '../base/errors.ts';

const TargetFileSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'is not a name of small letters, digits and hyphens'),
  title: z.string().min(1),
  language: z.string().min(1),
  version: z.string().min(1),
  build: z.array(z.string().min(1)).min(1, 'holds no program').optional(),
  start: z.array(z.string().min(1)).min(1, 'holds no program'),
  notes: z.string().optional(),
});

/** A target.json as validated. */
export type TargetFile = Readonly<z.infer<typeof TargetFileSchema>>;

/** Reads `<folder>/target.json`; throws a UserError with everything that is wrong with it. */
export async function readTargetFile(folder: string): Promise<TargetFile> {
  const file = path.join(folder, 'target.json');
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
  return parsed.data;
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
