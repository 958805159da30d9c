// llms.txt: what the pages are, for programs that read them as Markdown; llms-full.txt: all of them in one
// file, the long reference and the project's own pages left out. https://llmstxt.org says what they look
// like.

import type { Page, Section } from './pages.ts';

const SUMMARY =
  'Wirefare measures what it costs to send data from a server to a client, in a real browser over a named ' +
  'network, for every combination of format, compression, transport and size, and says which is the fastest, ' +
  'whether the difference is more than noise, and where the time goes.';
const IN_FULL = ['tutorial', 'which', 'guide', 'explanation'];

export function llmsIndex(sections: readonly Section[]): string {
  const lists = sections.map(
    ({ title, pages }) =>
      `## ${title}\n\n${pages.map((page) => `- [${page.title}](/${page.route}.md): ${firstSentence(page)}`).join('\n')}`,
  );
  return `# Wirefare\n\n> ${SUMMARY}\n\n${lists.join('\n\n')}\n`;
}

/** `textOf`: with links that lead somewhere from where the file stands. */
export function llmsFull(sections: readonly Section[], textOf: (page: Page) => string): string {
  const pages = sections.filter(({ folder }) => IN_FULL.includes(folder)).flatMap((section) => section.pages);
  return `# Wirefare\n\n> ${SUMMARY}\n\n${pages.map((page) => textOf(page).replace(/^#/gm, '##').trim()).join('\n\n')}\n`;
}

/** Of the first paragraph that is prose. */
export function firstSentence({ text }: Pick<Page, 'text'>): string {
  const paragraph = text
    .replace(/<!--.*?-->/gs, '')
    .replace(/^```.*?^```/gms, '')
    .split(/\n{2,}/)
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .find((each) => /^[\p{L}*`[(.]/u.test(each));
  const plain = (paragraph ?? '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return /^.*?[.?:](?= \p{Lu}|$)/u.exec(plain)?.[0] ?? plain;
}
