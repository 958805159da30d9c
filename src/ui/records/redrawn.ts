// Rows drawn anew under whoever is among them: the list is made again when a job ends, when tags are saved
// and when the page is seen again, and whoever works with the keyboard would begin at the top each time.

/** Puts the rows into `body`; who was at a control of a record is at the one of the same name afterwards. */
export function redrawn(body: Element, rows: readonly Element[]): void {
  const { activeElement } = body.ownerDocument;
  const at = activeElement !== null && body.contains(activeElement) ? placeOf(activeElement) : null;
  body.replaceChildren(...rows);
  if (at !== null) controlAt(body, at)?.focus({ preventScroll: true });
}

interface Place {
  readonly record: string;
  readonly control: string;
}

function placeOf(control: Element): Place | null {
  const record = control.closest('[data-record]')?.getAttribute('data-record');
  return record == null ? null : { record, control: nameOf(control) };
}

function controlAt(body: Element, { record, control }: Place): HTMLElement | null {
  const row = [...body.querySelectorAll('[data-record]')].find(
    (each) => each.getAttribute('data-record') === record,
  );
  const controls = row === undefined ? [] : [...row.querySelectorAll<HTMLElement>('input, a, button')];
  return controls.find((each) => nameOf(each) === control) ?? null;
}

function nameOf(control: Element): string {
  return control.getAttribute('aria-label') ?? control.getAttribute('href') ?? control.textContent;
}
