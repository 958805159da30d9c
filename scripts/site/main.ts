// Builds the documents as a site, site/dist/www, and holds its links; bin/site.mjs has installed what it
// takes.

import { PROJECT_ROOT } from '../../src/base/places.ts';
import { buildSite } from './build.ts';

const { pages, links } = await buildSite(PROJECT_ROOT);
console.log(`site/dist/www: ${pages} pages, ${links} links that lead somewhere`);
