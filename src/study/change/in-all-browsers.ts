// A study whose clients are browsers, in all of them: a study of one browser says nothing of the others, and
// what it claims of one is asked of each.

import { BROWSERS, OUTSIDE, WITHOUT_DOM } from '../../factors/browser.ts';
import { type Cell, cellKey } from '../../factors/cell.ts';
import type { Claim, Study } from '../study.ts';

/** Chromium, Firefox and WebKit. */
const ENGINES = BROWSERS.filter((name) => name !== WITHOUT_DOM && name !== OUTSIDE);

/** Cells of other clients (Node, Qt, JAX-WS), and claims that are about them, stay as they are. */
export function inAllBrowsers(study: Study): Study {
  const parts = study.parts.map((part) => ({ ...part, cells: widened(part.cells) }));
  return { ...study, parts, claims: study.claims.map(ofAllBrowsers) };
}

/** What is added comes last, so that the browser that a study names first stays the first. */
function widened(cells: readonly Cell[]): readonly Cell[] {
  const all = new Map(cells.map((cell) => [cellKey(cell), cell]));
  for (const cell of cells.filter(({ browser }) => isEngine(browser))) {
    for (const browser of ENGINES) {
      const other = { ...cell, browser };
      if (!all.has(cellKey(other))) all.set(cellKey(other), other);
    }
  }
  return [...all.values()];
}

function ofAllBrowsers(claim: Claim): Claim {
  const { browser } = claim.where;
  const isOfBrowsers = browser?.every((level) => isEngine(String(level))) ?? false;
  return isOfBrowsers ? { ...claim, where: { ...claim.where, browser: [...ENGINES] } } : claim;
}

function isEngine(browser: string): boolean {
  return (ENGINES as readonly string[]).includes(browser);
}
