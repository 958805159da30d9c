// What axe finds in a page that somebody looks at.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Of the page as it stands: rule and the first place. */
export async function findings(page: Page): Promise<string[]> {
  // A call of the debugger's, which the page's policy does not bind; axe stays with the document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: Axe }).axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Charts are drawn anew for another width once the page was laid out for it. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

const VIEWS = [
  [390, 'light'],
  [390, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
  [1920, 'light'],
] as const;

/**
 * In both schemes at the widths of a phone and of a desk, and once as wide as screens are; what is wider than
 * its page is a finding too.
 */
export async function findingsEverywhere(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [width, scheme] of VIEWS) {
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await drawn(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    const all = await findings(page);
    if (wide > width) all.push(`${wide} px wide`);
    found.push(...all.map((each) => `${scheme}, ${width} px: ${each}`));
  }
  return found;
}
