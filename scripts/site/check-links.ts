// Holds every link of the built site: each leads to a file that is there, and to an anchor that the page has;
// nothing that a page loads comes from elsewhere.

import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseHTML } from 'linkedom';

export interface CheckedLinks {
  readonly pages: number;
  /** Within the site. */
  readonly links: number;
  readonly problems: readonly string[];
}

interface PageLinks {
  readonly file: string;
  readonly anchors: ReadonlySet<string>;
  /** What a reader may follow. */
  readonly followed: readonly string[];
  /** What the page loads by itself. */
  readonly loaded: readonly string[];
}

/** Of `folder`, a site whose root is `/`. */
export function checkLinks(folder: string): CheckedLinks {
  const files = globSync('**/*.html', { cwd: folder, exclude: ['files/**'] });
  const pages = new Map(files.map((file) => [file, readLinks(folder, file)]));
  const problems: string[] = [];
  let links = 0;
  for (const { file, followed, loaded } of pages.values()) {
    for (const link of loaded) {
      if (/^data:/.test(link)) continue;
      if (isElsewhere(link)) problems.push(`${file} loads ${link} from elsewhere`);
      else if (fileBehind(folder, file, link) === null)
        problems.push(`${file} loads ${link}, which is not there`);
    }
    for (const link of followed) {
      if (isElsewhere(link)) continue;
      links++;
      const to = fileBehind(folder, file, link);
      const anchor = decodeURIComponent(link.split('#')[1] ?? '');
      if (to === null) problems.push(`${file} links to ${link}, which is not there`);
      else if (anchor !== '' && pages.get(to)?.anchors.has(anchor) === false)
        problems.push(`${file} links to ${link}: ${to} has no such heading`);
    }
  }
  for (const style of globSync('**/*.css', { cwd: folder })) {
    for (const [, link] of readFileSync(path.join(folder, style), 'utf8').matchAll(/url\(["']?([^"')]+)/g))
      if (!link!.startsWith('data:') && isElsewhere(link!))
        problems.push(`${style} loads ${link} from elsewhere`);
  }
  return { pages: pages.size, links, problems: [...new Set(problems)] };
}

function readLinks(folder: string, file: string): PageLinks {
  const { document } = parseHTML(readFileSync(path.join(folder, file), 'utf8'));
  const all = (selector: string, attribute: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(attribute) ?? '');
  return {
    file,
    anchors: new Set([...all('[id]', 'id'), ...all('a[name]', 'name')]),
    followed: all('a[href]', 'href'),
    loaded: [...all('[src]', 'src'), ...all('link[href]', 'href')],
  };
}

function isElsewhere(link: string): boolean {
  return /^(?:[a-z]+:)?\/\//.test(link) || /^(?:mailto|data|javascript):/.test(link);
}

/** From the folder of the site; null: there is none. */
function fileBehind(folder: string, from: string, link: string): string | null {
  const to = decodeURIComponent(link.split(/[?#]/)[0]!);
  const target = to === '' ? from : to.startsWith('/') ? to.slice(1) : path.join(path.dirname(from), to);
  const tries = [target, `${target}.html`, path.join(target, 'index.html')];
  return tries.find((each) => existsSync(path.join(folder, each)) && isFile(path.join(folder, each))) ?? null;
}

function isFile(file: string): boolean {
  return statSync(file).isFile();
}
