// Finds the targets and their folders: targets/<name>/, or targets/<group>/<name>/ for those that are built
// together, and the folders elsewhere that WIREFARE_TARGETS names.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Environment } from '../../base/environment.ts';
import { programFolders, TARGETS } from './program-folders.ts';

/** The targets' names, in order. */
export function targetNames(projectRoot: string, env: Environment): string[] {
  return [...targetFolders(projectRoot, env).keys()];
}

/** The folder of an existing target. */
export function targetFolder(projectRoot: string, env: Environment, name: string): string {
  const folder = targetFolders(projectRoot, env).get(name);
  if (folder === undefined) throw new Error(`there is no target ${name}`);
  return folder;
}

/**
 * Name → folder with its target.json. Throws a UserError if two have the same name, or if a folder elsewhere
 * does not exist.
 */
export function targetFolders(projectRoot: string, env: Environment): ReadonlyMap<string, string> {
  return programFolders(TARGETS, projectRoot, env);
}

/**
 * Target → format → encoders, for targets whose target.json names them. Mistakes in the file are reported
 * when the target is started.
 */
export function targetEncoders(
  projectRoot: string,
  env: Environment,
): Record<string, Record<string, string[]>> {
  const named = [...targetFolders(projectRoot, env)].flatMap(([name, folder]) => {
    const parsed = WithEncoders.safeParse(readJsonOrNull(path.join(folder, TARGETS.file)));
    return parsed.success ? [[name, parsed.data.encoders] as const] : [];
  });
  return Object.fromEntries(named);
}

/** Target → what it speaks, for targets whose target.json says it. */
export function targetProtocols(projectRoot: string, env: Environment): Record<string, string[]> {
  const named = [...targetFolders(projectRoot, env)].flatMap(([name, folder]) => {
    const parsed = WithProtocols.safeParse(readJsonOrNull(path.join(folder, TARGETS.file)));
    return parsed.success ? [[name, parsed.data.protocols] as const] : [];
  });
  return Object.fromEntries(named);
}

const WithProtocols = z.object({ protocols: z.array(z.string()) });

const WithEncoders = z.object({ encoders: z.record(z.string(), z.array(z.string()).min(1)) });

/** null if it is no JSON. */
export function readJsonOrNull(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
