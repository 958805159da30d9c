// From links between files of the repository to links between pages of the site. What is no page is put
// beside the pages as it is, so that the site is whole by itself.

import path from 'node:path';
import type { Page } from './pages.ts';

export interface SiteLinks {
  /** From a source, `docs/guide/own-data.md`, to its route. */
  readonly routes: ReadonlyMap<string, string>;
  /** Folders that have a page of their own, `docs/decisions`, with its route. */
  readonly folders: ReadonlyMap<string, string>;
  /** From the folder of a record to its name: a link to it leads to its report. */
  readonly records: ReadonlyMap<string, string>;
}

export interface Linked {
  readonly text: string;
  /** Files and folders of the repository that the page links to, and that are no pages. */
  readonly files: readonly string[];
}

/**
 * `page`: for the site, which makes HTML of it. `raw`: the Markdown itself, which leads on to Markdown and
 * has no marks of the site's own.
 */
export type LinkForm = 'page' | 'raw';

/** The page with its links as the site has them. */
export function linkPage(
  page: Pick<Page, 'source' | 'text'>,
  links: SiteLinks,
  form: LinkForm = 'page',
): Linked {
  const files: string[] = [];
  let inFence = false;
  const lines = page.text.split('\n').map((line) => {
    if (/^\s*```/.test(line)) inFence = !inFence;
    if (inFence) return line;
    return line.replace(/\]\(([^()\s]+)\)/g, (whole, link: string) => {
      const to = resolveLink(link, page.source, links);
      if (to === null) return whole;
      if (to.file !== null) files.push(to.file);
      if (form === 'raw') return `](${to.isPage ? rawLink(to.link) : to.link})`;
      return `](${to.link})${to.isPage ? '' : '{target="_self"}'}`;
    });
  });
  return { text: lines.join('\n'), files };
}

/** `/guide/servers#front` → `/guide/servers.md#front`; of a folder its list of pages. */
export function rawLink(link: string): string {
  const [route = '', ...anchor] = link.split('#');
  return [`${route.endsWith('/') ? `${route}index` : route}.md`, ...anchor].join('#');
}

interface Resolved {
  readonly link: string;
  readonly isPage: boolean;
  readonly file: string | null;
}

/** null: it leads out of the repository, or stays in the page. */
function resolveLink(link: string, source: string, links: SiteLinks): Resolved | null {
  if (/^[a-z]+:/.test(link) || link.startsWith('#')) return null;
  const [to = '', anchor] = link.split('#');
  const target = path.posix.join(path.posix.dirname(source), to).replace(/\/$/, '');
  const route = links.routes.get(target) ?? links.folders.get(target);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (route !== undefined) return { link: `/${route}${hash}`, isPage: true, file: null };
  const record = links.records.get(target);
  if (record !== undefined)
    return { link: `/records/${record}/report.html${hash}`, isPage: false, file: null };
  return { link: `/files/${target}`, isPage: false, file: target };
}
