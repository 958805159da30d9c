// Puts the pages of the site together in site/dist/pages, where VitePress finds them: documents with their
// links as the site has them, the landing page, what is no page beside them, and what programs read.

import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { landingPage } from './landing.ts';
import { linkPage, rawLink, type SiteLinks } from './links.ts';
import { llmsFull, llmsIndex } from './llms.ts';
import { type Page, readSections, type Section } from './pages.ts';
import { RECORD_NAMES, RECORDS, readShipped, reportPage, type ShippedRecord } from './records.ts';

/** In the menu on top; the others stand in the sidebar alone. */
const IN_MENU = ['tutorial', 'guide', 'which', 'explanation', 'reference'];
const ENTRY = "export { default } from '../../../";

export async function stageSite(root: string): Promise<void> {
  const sections = readSections(root);
  const pages = sections.flatMap((section) => section.pages);
  const records = await Promise.all(RECORD_NAMES.map((name) => readShipped(root, name)));
  const stage = path.join(root, 'site', 'dist', 'pages');
  rmSync(stage, { recursive: true, force: true });
  const put = (file: string, text: string) => {
    const whole = path.join(stage, file);
    mkdirSync(path.dirname(whole), { recursive: true });
    writeFileSync(whole, text);
  };
  const links = siteLinks(pages);
  const files = new Set<string>();
  const rawText = (page: Pick<Page, 'source' | 'text'>) => linkPage(page, links, 'raw').text;
  const putPage = (page: Pick<Page, 'source' | 'text' | 'route'>) => {
    const linked = linkPage(page, links);
    for (const file of linked.files) files.add(file);
    put(`${page.route}.md`, withoutMarks(linked.text));
    put(`public/${page.route}.md`, rawText(page));
  };
  for (const page of pages) putPage(page);
  const decisions = sections.find(({ folder }) => folder === 'decisions')!;
  put('decisions/index.md', listPage('Decisions', decisions));
  put('public/decisions/index.md', listPage('Decisions', decisions, rawLink));
  putPage({ source: 'docs/index.md', route: 'index', text: landingPage(records) });
  for (const file of files) copyFile(root, stage, file);
  for (const record of records) await putRecord(root, record, put);
  put('public/llms.txt', llmsIndex(sections));
  put('public/llms-full.txt', llmsFull(sections, rawText));
  put('contents.json', JSON.stringify(contents(sections)));
  put('.vitepress/config.ts', `${ENTRY}config.ts';\n`);
  put('.vitepress/theme/index.mjs', `${ENTRY}../theme/index.mjs';\n`);
}

/** What a terminal shows is plain text: nothing in it has a colour. */
function withoutMarks(text: string): string {
  return text.replace(/^( *)```(?:console|text) .*$/gm, '$1```txt');
}

function siteLinks(pages: readonly Page[]): SiteLinks {
  return {
    routes: new Map(pages.map(({ source, route }) => [source, route])),
    folders: new Map([['docs/decisions', 'decisions/']]),
    records: new Map(RECORD_NAMES.map((name) => [RECORDS[name], name])),
  };
}

function listPage(title: string, { pages }: Section, linkTo = (link: string) => link): string {
  const lines = pages.map((page) => `- [${page.title}](${linkTo(`/${page.route}`)})`);
  return `# ${title}\n\nOne page for each choice that would puzzle a reader of the code.\n\n${lines.join('\n')}\n`;
}

/** A folder that is linked to gets a page with its files. */
function copyFile(root: string, stage: string, file: string): void {
  const from = path.join(root, file);
  const to = path.join(stage, 'public', 'files', file);
  if (!statSync(from).isDirectory()) {
    cpSync(from, to);
    return;
  }
  cpSync(from, to, { recursive: true, filter: (each) => path.basename(each) !== 'node_modules' });
  const items = readdirSync(to).map((name) => `<li><a href="${name}">${name}</a></li>`);
  writeFileSync(path.join(to, 'index.html'), `<title>${file}</title><ul>${items.join('\n')}</ul>\n`);
}

async function putRecord(
  root: string,
  record: ShippedRecord,
  put: (file: string, text: string) => void,
): Promise<void> {
  const folder = `public/records/${record.name}`;
  put(`${folder}/report.html`, await reportPage(record));
  cpSync(path.join(root, record.folder), path.join(root, 'site', 'dist', 'pages', folder), {
    recursive: true,
  });
}

/** VitePress's menu and sidebars. */
function contents(sections: readonly Section[]) {
  const items = sections.map(({ title, folder, pages }) => ({
    text: title,
    collapsed: !IN_MENU.includes(folder),
    items: sidebarItems(pages),
  }));
  const nav = sections
    .filter(({ folder }) => IN_MENU.includes(folder))
    .map(({ title, folder, pages }) => ({
      text: title,
      link: `/${pages[0]!.route}`,
      activeMatch: `^/${folder}/`,
    }));
  return { nav, sidebar: items };
}

/** Links; of pages in groups their headings, each with its links. */
function sidebarItems(pages: readonly Page[]): readonly object[] {
  const link = (page: Page) => ({ text: shown(page.title), link: `/${page.route}` });
  return [...Map.groupBy(pages, ({ group }) => group)].flatMap<object>(([group, own]) =>
    group === undefined ? own.map(link) : [{ text: group, items: own.map(link) }],
  );
}

/** Without the marks of Markdown. */
function shown(title: string): string {
  return title.replaceAll('`', '');
}
