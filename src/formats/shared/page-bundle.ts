// How esbuild bundles the formats for a page: read where bundles are made, never in a page. avsc and thrift
// are written for Node: Buffer comes from the package of that name, and the little they take of util from
// here.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { PROJECT_ROOT } from '../../base/places.ts';

/**
 * These take Buffer as a global. It is not injected everywhere: other libraries work in another way where
 * there is one.
 */
const TAKES_GLOBAL_BUFFER = /[\\/]node_modules[\\/](thrift|node-int64)[\\/].*\.js$/;

const bufferForSome: Plugin = {
  name: 'buffer-for-some',
  setup({ onLoad }) {
    onLoad({ filter: TAKES_GLOBAL_BUFFER }, async ({ path: file }) => ({
      contents: `var Buffer = require('buffer').Buffer;${await readFile(file, 'utf8')}`,
    }));
  },
};

/** For the agent's page, for the tests in a page, and where a library's weight is counted. */
export const PAGE_BUNDLE_OPTIONS = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  alias: { util: path.join(PROJECT_ROOT, 'src/formats/shared/page-util.ts') },
  plugins: [bufferForSome],
} satisfies BuildOptions;
