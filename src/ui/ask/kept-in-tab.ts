// What a tab keeps while it is loaded anew, and no other tab has.

const MARK = 'wirefare-tab';

/** null: nothing is to be kept under this name any more. */
export function keepInTab(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // A browser that keeps nothing: the page is as new each time.
  }
}

export function keptInTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** By which the lab knows that it is the same tab that asks again. `fresh`: taken where it has none yet. */
export function tabMark(fresh: string): string {
  const known = keptInTab(MARK);
  if (known === null) keepInTab(MARK, fresh);
  return known ?? fresh;
}
