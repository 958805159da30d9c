// Which documents are pages of the site, where each stands there, and in which order.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Page {
  /** From the root of the repository: `docs/guide/own-data.md`. */
  readonly source: string;
  /** In the site, without an ending: `guide/own-data`. */
  readonly route: string;
  readonly title: string;
  readonly text: string;
  /** The heading under which it stands in the sidebar; absent: that of its section. */
  readonly group?: string;
}

export interface Section {
  readonly title: string;
  /** The beginning of the routes of its pages. */
  readonly folder: string;
  readonly pages: readonly Page[];
}

interface Listed {
  readonly title: string;
  readonly folder: string;
  readonly patterns: readonly string[];
  /** Those that come first, in this order; the others follow by name. */
  readonly first?: readonly string[];
  /** Headings of the sidebar, each with its pages in their order. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
}

const GUIDES = {
  Begin: ['install', 'your-machine', 'other-tools', 'page'],
  'Your data, your server': ['own-data', 'own-server', 'networks', 'prediction', 'weights'],
  'After a run': ['reports', 'changes', 'gate'],
  'Other servers and clients': ['servers', 'clients', 'many-clients', 'slow-clients'],
  'Other exchanges': ['messages', 'calls', 'published-studies'],
  'Other places': ['container', 'elsewhere', 'many-machines'],
};

const LISTED: readonly Listed[] = [
  {
    title: 'Tutorial',
    folder: 'tutorial',
    patterns: ['docs/tutorial/*.md'],
    first: ['first-result', 'own-data', 'own-server', 'gate'],
  },
  {
    title: 'Which should I use?',
    folder: 'which',
    patterns: ['docs/which/*.md'],
    first: ['json-or-protobuf', 'compression', 'sse-or-websocket', 'http3'],
  },
  {
    title: 'Guides',
    folder: 'guide',
    patterns: ['docs/guide/*.md'],
    groups: GUIDES,
  },
  {
    title: 'Explanations',
    folder: 'explanation',
    patterns: ['docs/explanation/*.md'],
    first: ['what-a-figure-means', 'how-it-is-decided', 'what-prediction-is'],
  },
  {
    title: 'Reference',
    folder: 'reference',
    patterns: ['docs/reference/*.md', 'targets/*.md'],
    first: ['cli', 'study', 'networks', 'warnings'],
  },
  { title: 'Published studies', folder: 'results', patterns: ['docs/results/*.md'] },
  { title: 'Decisions', folder: 'decisions', patterns: ['docs/decisions/*.md'] },
  {
    title: 'The project',
    folder: 'project',
    patterns: ['*.md', '{targets,clients}/*/**/*.md', 'link/*.md', 'docs/records/*.md'],
    first: ['readme', 'architecture', 'contributing', 'changelog'],
  },
];

export function readSections(root: string): readonly Section[] {
  return LISTED.map(({ title, folder, patterns, groups = {}, first = Object.values(groups).flat() }) => {
    const pages = globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**'] })
      .map((source) => readPage(root, source, folder))
      .map((page) => inGroup(page, groups));
    const place = ({ route }: Page) => {
      const at = first.indexOf(path.basename(route));
      return at === -1 ? first.length : at;
    };
    return {
      title,
      folder,
      pages: pages.toSorted((a, b) => place(a) - place(b) || (a.route < b.route ? -1 : 1)),
    };
  });
}

function readPage(root: string, source: string, folder: string): Page {
  const text = readFileSync(path.join(root, source), 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`${source} has no heading, and so no title in the site`);
  return { source, route: `${folder}/${nameFor(source)}`, title, text };
}

/** A section with groups has each of its pages in one: a new guide is not to stand beside them. */
function inGroup(page: Page, groups: NonNullable<Listed['groups']>): Page {
  const names = Object.entries(groups);
  if (names.length === 0) return page;
  const group = names.find(([, pages]) => pages.includes(path.basename(page.route)))?.[0];
  if (group === undefined) throw new Error(`${page.source} is in no group of scripts/site/pages.ts: add it`);
  return { ...page, group };
}

/** Pages of one name in several folders, such as README.md, are told apart by their folders. */
function nameFor(source: string): string {
  const own = source.replace(/^docs\/[a-z]+\//, '').replace(/\.md$/, '');
  return own.replaceAll('/', '-').toLowerCase();
}
