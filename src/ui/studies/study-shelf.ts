// The studies that a page lists, opens and saves: those of the project, which nobody writes into, and the
// study files of the folder that the lab was started in.

import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileGap, UserError } from '../../base/errors.ts';
import { textOfPlainFile } from '../../base/files/plain-file.ts';
import { replaceFile } from '../../record/record-writer.ts';
import { LIMITS } from '../../study/defaults.ts';
import { topText } from '../../study/file/top-texts.ts';
import type { ListedStudy, StudyText } from './asked.ts';

const STUDY_FILE = /^[\w][\w.-]*\.ya?ml$/;
const LONGEST_NAME = 80;

export class StudyShelf {
  readonly folder: string;
  readonly #projectFolder: string;
  readonly #readText: ((path: string) => string) | undefined;

  /**
   * `projectFolder`: of the studies that come with the project. `readText`: the text of a file, where that is
   * not to come from the disk.
   */
  constructor(folder: string, projectFolder: string, readText?: (path: string) => string) {
    this.folder = folder;
    this.#projectFolder = projectFolder;
    this.#readText = readText;
  }

  /** One's own first, each by name. */
  list(): ListedStudy[] {
    return [...this.#own(), ...this.#ofProject()];
  }

  /** Throws a UserError where the list has none of this id. */
  read(id: string): StudyText {
    const listed = this.list().find((each) => each.id === id);
    // It may be gone since it was listed.
    const text = listed === undefined ? null : this.#textOf(this.#pathOf(listed));
    if (listed === undefined || text === null) throw mistake(id, 'is no study of this list');
    return { id, text, digest: listed.isOwn ? digestOf(text) : null };
  }

  /**
   * Writes a file of the folder. Throws a UserError where the name is no study file's, or where a file of
   * that name is not the one that was read (`digest`), and an EnvironmentError where it cannot be written.
   */
  save(id: string, text: string, digest: string | null): StudyText {
    if (!STUDY_FILE.test(id) || id.length > LONGEST_NAME)
      throw mistake(
        id,
        `is no name of a study file: letters from A to Z, digits, hyphens, underscores and dots, then .yaml, ${LONGEST_NAME} characters at most`,
      );
    if (Buffer.byteLength(text) > LIMITS.fileBytes) throw mistake(id, 'is too long for a study file');
    const path = join(this.folder, id);
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there !== undefined) {
      const before = this.#textOf(path);
      const isKnown = before !== null && digest !== null && digestOf(before) === digest;
      if (!isKnown)
        throw mistake(
          id,
          digest === null ? 'is there already' : 'was changed since it was opened here',
          digest === null
            ? 'give it another name, or open that one'
            : 'save under another name, or open it anew',
        );
    }
    try {
      replaceFile(path, text);
    } catch (thrown) {
      const remedy = `make room in ${this.folder}, or get leave to write there, and save it again`;
      throw fileGap(thrown, `${id} cannot be saved`, remedy);
    }
    return { id, text, digest: digestOf(text) };
  }

  #pathOf({ id, isOwn }: ListedStudy): string {
    return isOwn ? join(this.folder, id) : join(this.#projectFolder, `${id}.yaml`);
  }

  #textOf(path: string): string | null {
    return textOfPlainFile(path, LIMITS.fileBytes, this.#readText);
  }

  #own(): ListedStudy[] {
    return filesIn(this.folder).flatMap((id) => {
      const text = this.#textOf(join(this.folder, id));
      // Other YAML files lie in folders too, and some that the lab may not read.
      return text === null || !/^study:/m.test(text) ? [] : [listedAs(id, text, true)];
    });
  }

  #ofProject(): ListedStudy[] {
    return filesIn(this.#projectFolder).flatMap((file) => {
      const text = this.#textOf(join(this.#projectFolder, file));
      return text === null ? [] : [listedAs(file.replace(/\.yaml$/, ''), text, false)];
    });
  }
}

function listedAs(id: string, text: string, isOwn: boolean): ListedStudy {
  const word = (key: string) => {
    try {
      return topText(text, key);
    } catch {
      // Opening it tells what is wrong.
      return '';
    }
  };
  return { id, title: word('title'), question: word('question'), isOwn };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => STUDY_FILE.test(name))
      .sort();
  } catch {
    return [];
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function mistake(file: string, what: string, hint?: string): UserError {
  return new UserError([{ file, path: '', what, ...(hint !== undefined && { hint }) }]);
}
