// A target behind nginx is to the lab a target like any: its target.json with what nginx needs, and a command
// that starts both (main.ts).

import { existsSync } from 'node:fs';
import { programFile } from '../../base/places.ts';
import { withNginx } from '../../factors/target.ts';
import type { Need, TargetFile } from '../targets/target-file.ts';

const MAIN = programFile('src/drive/nginx/main.ts');

const PROGRAMS = [
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/bin/nginx',
  '/usr/local/nginx/sbin/nginx',
];

/** A coding of its own, in a package of its own: without it br is left to the target. */
const BROTLI_MODULES = [
  '/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so',
  '/usr/share/nginx/modules/ngx_http_brotli_filter_module.so',
  '/usr/lib64/nginx/modules/ngx_http_brotli_filter_module.so',
];

export const NGINX_NEED: Need = {
  what: 'nginx',
  files: PROGRAMS,
  packages: ['nginx', 'libnginx-mod-http-brotli-filter'],
};

/** Its target.json, and what nginx needs. */
export function fileBehindNginx(file: TargetFile): TargetFile {
  const { name, title, needs = [] } = file;
  return { ...file, name: withNginx(name), title: `${title}, behind nginx`, needs: [...needs, NGINX_NEED] };
}

/** Arguments of Node that start the target with nginx in front; nginx keeps its files in `folder`. */
export function nginxArgs(name: string, folder: string, command: readonly string[]): string[] {
  return [MAIN, folder, firstOf(PROGRAMS) ?? 'nginx', firstOf(BROTLI_MODULES) ?? '-', name, ...command];
}

function firstOf(paths: readonly string[]): string | null {
  return paths.find((each) => existsSync(each)) ?? null;
}
