// Keeps the promise that nothing is left behind even when the lab itself is killed outright: a small shell
// (guardian.sh; on Windows a Node, guardian-main.ts) in a session of its own reads a pipe that only the lab
// holds. The pipe closes with the lab, however it ends; the guardian then ends every process group still on
// its list and removes the lab's folder.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { execPath } from 'node:process';
import { EnvironmentError, messageOf } from '../../base/errors.ts';
import { PROJECT_ROOT, programFile } from '../../base/places.ts';
import { systemHere } from '../machine/system.ts';

const SCRIPT = path.join(PROJECT_ROOT, 'src/drive/processes/guardian.sh');

export interface Guardian {
  /** The folder of everything temporary: profiles, homes. It is removed when the lab is gone. */
  folder(): string;
  /** Makes this process group end with the lab from now on. */
  watch(group: number): void;
  /** Tells the guardian that this process group has ended. */
  release(group: number): void;
  /** The folder of a control group that is about to be made: it goes with the lab, and who is in it. */
  watchGroupFolder(folder: string): void;
  /** Tells the guardian that it is gone. */
  releaseGroupFolder(folder: string): void;
}

/** Starts nothing and makes no folder until it is first needed. */
export function createGuardian(tempDir: string): Guardian {
  const groups = new Set<number>();
  const groupFolders = new Set<string>();
  let madeFolder: string | null = null;
  let shell: ChildProcess | null = null;

  const folder = () => {
    madeFolder ??= makeFolder(tempDir);
    shell ??= startShell(madeFolder);
    return madeFolder;
  };
  const startShell = (folderToRemove: string): ChildProcess => {
    const [program, script] = guardianHere();
    const child = spawn(program, [script, folderToRemove], {
      cwd: '/',
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // If somebody ends the guardian, another one starts at once with the same groups: there may be no next
    // call, and then the folder would stay. If the guardian fails by itself, the next call starts another.
    child.on('exit', (_code, signal) => {
      shell = null;
      if (signal !== null) folder();
    });
    child.on('error', () => {
      shell = null;
    });
    child.stdin!.on('error', () => {});
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    for (const group of groups) child.stdin!.write(`group ${group}\n`);
    for (const made of groupFolders) child.stdin!.write(`made ${made}\n`);
    return child;
  };

  return {
    folder,
    watch: (group) => {
      folder();
      groups.add(group);
      shell?.stdin?.write(`group ${group}\n`);
    },
    release: (group) => {
      groups.delete(group);
      shell?.stdin?.write(`gone ${group}\n`);
    },
    watchGroupFolder: (made) => {
      folder();
      groupFolders.add(made);
      shell?.stdin?.write(`made ${made}\n`);
    },
    releaseGroupFolder: (made) => {
      groupFolders.delete(made);
      shell?.stdin?.write(`removed ${made}\n`);
    },
  };
}

/** Windows has no shell that could do it. */
function guardianHere(): readonly [program: string, script: string] {
  if (systemHere() !== 'windows') return ['/bin/sh', SCRIPT];
  return [execPath, programFile('src/drive/processes/guardian-main.ts')];
}

function makeFolder(tempDir: string): string {
  try {
    return mkdtempSync(path.join(tempDir, 'wirefare-'));
  } catch (thrown) {
    const what = `no temporary folder can be made in ${tempDir}`;
    throw new EnvironmentError(what, [messageOf(thrown)], 'set TMPDIR to a folder that can be written');
  }
}
