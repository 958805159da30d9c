// Makes what a target.json here starts: in the folder of one server, `npm run build -- FOLDER` puts it there
// beside what the servers share, with the packages of its lock file above both.

import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';

const [, , folder] = process.argv;
for (const part of [path.basename(process.cwd()), 'contract']) {
  cpSync(path.join('..', part), path.join(folder, part), { recursive: true });
}
for (const file of ['package.json', 'package-lock.json']) cpSync(file, path.join(folder, file));

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
const npm = [process.env.npm_execpath, 'ci', '--omit=dev', ...quiet, '--prefix', folder];
const { status } = spawnSync(process.execPath, npm, { cwd: folder, stdio: 'inherit' });
process.exit(status ?? 1);
