// A page as somebody has it who uses the keyboard alone: pressing Tab leads to every control, in the order in
// which they stand, and shows where one is.

import type { Page } from 'puppeteer-core';

/** More than any page has; a page that holds focus for ever ends here. */
const MOST_STOPS = 300;

interface KeyboardWindow {
  wirefareControls: HTMLElement[];
}

/** What is wrong, each with its control: of the dialog that is open, else of the whole page. */
export async function keyboardFindings(page: Page): Promise<string[]> {
  const controls = await page.evaluate(() => {
    const root = document.querySelector<HTMLElement>('dialog[open]') ?? document.body;
    const all = [
      ...root.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])',
      ),
    ].filter((each) => !each.matches(':disabled') && each.checkVisibility({ visibilityProperty: true }));
    // Arrows lead from one to the other of a group, Tab to the one that is chosen.
    const reached = all.filter((each) => !each.matches('[type=radio]:not(:checked)'));
    (window as unknown as KeyboardWindow).wirefareControls = reached;
    root.setAttribute('tabindex', '-1');
    root.focus();
    root.removeAttribute('tabindex');
    return reached.map((each) => each.outerHTML.slice(0, 120));
  });
  const stops: number[] = [];
  const found: string[] = [];
  for (let pressed = 0; pressed < MOST_STOPS; pressed++) {
    await page.keyboard.press('Tab');
    const { isOver, at, isSeen } = await page.evaluate(() => {
      const active = document.activeElement as HTMLElement;
      const outlined = (element: Element | null) =>
        element !== null && getComputedStyle(element).outlineStyle !== 'none';
      return {
        isOver: active.matches('body, dialog'),
        at: (window as unknown as KeyboardWindow).wirefareControls.indexOf(active),
        // What covers a file or a choice is beside it, and a field with lines is in a frame.
        isSeen: [active, active.nextElementSibling, active.parentElement].some(outlined),
      };
    });
    if (isOver || stops.includes(at)) break;
    // What scrolls is led to as well, so that arrows can scroll it.
    if (at < 0) continue;
    if (!isSeen) found.push(`focus is not seen: ${controls[at]}`);
    stops.push(at);
  }
  const missed = controls.filter((_, i) => !stops.includes(i));
  const early = stops.filter((at, i) => i > 0 && at < stops[i - 1]!);
  return [
    ...found,
    ...missed.map((control) => `Tab does not lead there: ${control}`),
    ...early.map((at) => `out of its order: ${controls[at]}`),
  ];
}
