// report.html: one self-contained file.

import type { Report } from './report.ts';

export const htmlReport: Report = {
  name: 'html',
  fileName: 'report.html',
  goesTo: 'file',
  tells: 'summary',
  async render(input, write) {
    // Its charts need a DOM and a library for them, which nothing else does.
    const { page } = await import('./html/page.ts');
    await write(page(input));
  },
};
