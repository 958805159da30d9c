// Where an answer changes between two places, found by halving.

const HALVINGS = 14;

/**
 * The last place from `open`, where the answer is yes, towards `closed`, where it is no; to a 16 000th of the
 * way.
 */
export function lastOpen(isOpen: (place: number) => boolean, open: number, closed: number): number {
  let [inside, outside] = [open, closed];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (inside + outside) / 2;
    if (isOpen(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}
