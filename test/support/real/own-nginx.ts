// nginx of a test's own: the whole configuration around a server's block, all of it in one folder.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const BROTLI_MODULE = '/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so';
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export interface NginxCommand {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Writes the configuration into `folder` and answers what starts it in the foreground. */
export function ownNginx(folder: string, server: string): NginxCommand {
  mkdirSync(folder);
  const conf = path.join(folder, 'nginx.conf');
  const lines = [
    'daemon off;',
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${folder}/nginx.pid;`,
    'error_log stderr error;',
    ...(server.includes('brotli') && existsSync(BROTLI_MODULE) ? [`load_module ${BROTLI_MODULE};`] : []),
    'events {}',
    'http {',
    'access_log off;',
    ...TEMPORARY.map((what) => `${what}_temp_path ${folder}/${what};`),
    server,
    '}',
  ];
  writeFileSync(conf, lines.join('\n'));
  return { path: '/usr/sbin/nginx', args: ['-e', 'stderr', '-c', conf], cwd: folder };
}
