// report.html: one self-contained file.

import type { Report } from '../report.ts';

export const htmlReport: Report = {
  name: 'html',
  fileName: 'report.html',
  goesTo: 'file',
  tells: 'summary',
  async render(input, write) {
    // Its charts need a DOM and a library for them, which nothing else does.
    const { hasPredictions, page } = await import('./page.ts');
    if (!hasPredictions(input.summary)) return write(page(input));
    const { whatIfScript } = await import('./what-if/bundle.ts');
    await write(page(input, await whatIfScript()));
  },
};
