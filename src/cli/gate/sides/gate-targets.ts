// Base and head of a gate as two targets of one run, by these names: both may lie in folders of one name, as
// in two checkouts, or be the same one.

import { dirname, resolve } from 'node:path';
import { EnvironmentError, type Problem } from '../../../base/errors.ts';
import { nearestPath } from '../../../base/files/nearest-path.ts';
import type { Host } from '../../../base/host.ts';
import { PROJECT_ROOT } from '../../../base/places.ts';
import { unknownWord } from '../../../base/spelling.ts';
import { describes, folderNamed, TARGETS, whyNone } from '../../../drive/targets/program-folders.ts';
import { targetFolders } from '../../../drive/targets/target-names.ts';
import { isBehindNginx, withNginx, withoutNginx } from '../../../factors/target.ts';
import { ProblemList } from '../../../study/file/problem-list.ts';
import type { Gate } from '../../../study/gate/gate-file.ts';
import type { GateSide } from '../../../study/gate/gate-sides.ts';
import { alsoIn } from '../../study/named-folders.ts';

const SIDES = ['base', 'head'] as const;

type Sides = Pick<Gate, 'base' | 'head'>;
type Fault = Omit<Problem, 'file' | 'path'>;

/** The names by which both are targets of the run, base first: `nginx+head` where nginx is in front of it. */
export function sideNames(gate: Sides): readonly [base: string, head: string] {
  const name = (side: (typeof SIDES)[number]) =>
    isBehindNginx(typedOf(gate[side])) ? withNginx(side) : side;
  return [name('base'), name('head')];
}

/** Of a target; empty of what is none. */
function typedOf(side: GateSide): string {
  return side.kind === 'target' ? side.typed : '';
}

/** What a target lacks, for whoever knows it by the name or folder that he typed. */
export function asTyped({ message, tried, remedy }: EnvironmentError, gate: Sides): EnvironmentError {
  const typed = remedy.replace(/(?<=verify )(?:nginx\+)?(base|head)\b/g, (_, side: 'base' | 'head') =>
    typedOf(gate[side]),
  );
  // Another server instead is no help to a gate.
  return new EnvironmentError(message, tried, typed.replace(/; or ask the server that comes .*$/, ''));
}

/** Paths are from the folder of the gate's file. Throws a UserError with what is wrong of both. */
export function withSides(gate: Sides & Pick<Gate, 'lineOf'>, file: string, host: Host): Host {
  const known = targetFolders(PROJECT_ROOT, host.env);
  const problems = new ProblemList(file, gate.lineOf);
  const folders = SIDES.flatMap((side) => {
    const own = gate[side];
    // One that cannot be read is told already.
    if (own.kind !== 'target' || own.typed === '') return [];
    const word = withoutNginx(own.typed);
    const found = /[/\\]|^\.{1,2}$/.test(word)
      ? folderAt(resolve(host.cwd, dirname(file), word))
      : (known.get(word) ?? unknownWord(file, 'target', word, [...known.keys()]));
    if (typeof found === 'string') return [folderNamed(side, found)];
    problems.addFault(['gate', side], withoutPlace(found));
    return [];
  });
  problems.throwIfAny();
  return alsoIn(host, TARGETS, folders);
}

export function withoutPlace({ file: _, path: __, ...fault }: Fault & Partial<Problem>): Fault {
  return fault;
}

function folderAt(folder: string): string | Fault {
  if (describes(folder, TARGETS)) return folder;
  const near = nearestPath(folder, folder, (path) => describes(path, TARGETS));
  return { what: whyNone(folder, TARGETS), ...(near !== null && { nearest: near }) };
}
