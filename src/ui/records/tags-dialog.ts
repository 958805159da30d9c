// The dialog in which somebody writes the tags of a record. It stays open until they are saved or nobody
// wants to any more: what was typed and what is wrong with it stand side by side, and whoever listens hears
// it.

import { answered } from '../shell/dialog.ts';
import { byId } from '../shell/dom.ts';
import { failureLines } from '../shell/failure.ts';
import type { ListedRecord } from './listed-record.ts';

/** Answers the tags as the lab keeps them; rejects where it does not take them. */
export type SaveTags = (tags: readonly string[]) => Promise<readonly string[]>;

/** Those that were saved; null: none were. */
export async function editTags(
  document: Document,
  { name, tags }: ListedRecord,
  save: SaveTags,
): Promise<readonly string[] | null> {
  const dialog = byId<HTMLDialogElement>(document, 'tags-dialog');
  const input = byId<HTMLInputElement>(document, 'tags');
  let saving: Promise<readonly string[] | null> | null = null;
  let isOpen = true;
  const say = (lines: readonly (Node | string)[]) => {
    byId(document, 'tags-error').replaceChildren(...lines);
    input.setAttribute('aria-invalid', String(lines.length > 0));
  };
  const trying = async () => {
    say([]);
    try {
      const saved = await save(input.value.split(','));
      if (isOpen) dialog.close('save');
      return saved;
    } catch (thrown) {
      // It may be open for another record by then.
      if (!isOpen) throw thrown;
      saving = null;
      say(failureLines(document, thrown));
      input.focus();
      return null;
    }
  };
  const onSubmit = (event: SubmitEvent) => {
    if ((event.submitter as HTMLButtonElement | null)?.value !== 'save') return;
    event.preventDefault();
    saving ??= trying();
  };
  byId(document, 'tags-of').textContent = name;
  input.value = tags.join(', ');
  say([]);
  dialog.addEventListener('submit', onSubmit);
  await answered(dialog);
  isOpen = false;
  dialog.removeEventListener('submit', onSubmit);
  // Whoever cancels while they are on their way has them saved all the same.
  return saving;
}
