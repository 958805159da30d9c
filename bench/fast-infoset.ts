// Fast Infoset in Chromium: its decoder against saxes, DOMParser and JSON.parse on the same objects, in turn
// in one page.

import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { benchPage } from './pages/bench-page.ts';
import type { DecoderTime } from './pages/fast-infoset-page.ts';
import { benchDrivers } from './parts/surroundings.ts';

const CASES = [
  ['book', 1_000],
  ['book', 10_000],
  ['video', 10_000],
] as const;

export async function benchFastInfoset(print: (line: string) => void): Promise<void> {
  const { path } = await benchDrivers().agent('chromium').find();
  const page = await benchPage(fileURLToPath(new URL('./pages/fast-infoset-page.ts', import.meta.url)));
  const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const browser = await puppeteer.launch({ executablePath: path, args: flags });
  try {
    const tab = await browser.newPage();
    tab.setDefaultTimeout(0);
    await tab.goto(page.url);
    await tab.waitForFunction('globalThis.timeDecoders !== undefined');
    for (const [dataset, count] of CASES) {
      const times = (await tab.evaluate(
        `timeDecoders(${JSON.stringify(dataset)}, ${count})`,
      )) as DecoderTime[];
      print(`${count} of ${dataset}, Chromium, decoding with UTF-8, smallest of 25:`);
      for (const { name, bytes, decodeMs } of times) {
        const ratio = decodeMs / times[0]!.decodeMs;
        print(
          `  ${name.padEnd(36)} ${String(bytes).padStart(9)} B ${decodeMs.toFixed(1).padStart(8)} ms   ${ratio.toFixed(2)}`,
        );
      }
    }
  } finally {
    await browser.close();
    page.close();
  }
}
