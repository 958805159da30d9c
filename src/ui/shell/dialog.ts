// What somebody answers in a dialog of the page.

/** Dialogs that were shown, with the answer to come. */
const shown = new WeakMap<HTMLDialogElement, Promise<string>>();

/**
 * What was pressed; a dialog that Escape closes was cancelled. That it has closed is told a little later: one
 * that is opened again at once would take the answer of the time before for its own.
 */
export async function answered(dialog: HTMLDialogElement): Promise<string> {
  await shown.get(dialog);
  dialog.returnValue = 'cancel';
  dialog.showModal();
  const answer = new Promise<string>((resolve) =>
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true }),
  );
  shown.set(dialog, answer);
  return answer;
}
