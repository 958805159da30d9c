// What VitePress makes of the pages that scripts/site puts together in dist/pages. Nothing that a reader opens
// asks another machine: fonts are the system's, the search runs in the page, and the policy below holds
// whatever a page may bring along to that.

import { readFileSync } from 'node:fs';
import { githubAnchor } from '../scripts/documents/github-anchor.ts';

const { nav, sidebar } = JSON.parse(
  readFileSync(new URL('dist/pages/contents.json', import.meta.url), 'utf8'),
);

const POLICY = [
  "default-src 'self'",
  // VitePress sets light or dark by a script in the page, before anything is drawn.
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
].join('; ');

export default {
  title: 'Wirefare',
  description:
    "What does your data's trip from server to user cost, and what is the cheapest way to send it?",
  lang: 'en',
  srcExclude: ['public/**'],
  outDir: '../www',
  cacheDir: '../cache',
  metaChunk: true,
  cleanUrls: false,
  lastUpdated: false,
  head: [
    ['meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }],
    // Without one a browser asks for /favicon.ico.
    ['link', { rel: 'icon', href: 'data:,' }],
  ],
  // What lies beside the pages (records, sources) is no page; scripts/site/check-links.ts holds links to it.
  ignoreDeadLinks: [/^\/(?:records|files)\//],
  markdown: { anchor: { slugify: githubAnchor } },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: 'Before', next: 'Next' },
  },
};
