// package.json of the package: what npm must know of it, and nothing of how a checkout works.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT, READY_FOLDER } from '../../src/base/places.ts';
import { NOTICES } from './notices.ts';

/** `https://`, with or without `git+`: npm's provenance takes no other. */
const REPOSITORY = /^(git\+)?https:\/\/[^\s/]+\/[^\s/]+\/[^\s/]+\.git$/;
const EXAMPLE = 'git+https://github.com/OWNER/NAME.git';

/** `repository`: where the sources are, as whoever makes the package says; absent: that is told. */
export function writeManifest(
  stage: string,
  repository: string | undefined,
  tell: (line: string) => void,
): void {
  if (repository !== undefined && !REPOSITORY.test(repository))
    throw new Error(`--repository: "${repository}" is no address of a repository such as ${EXAMPLE}`);
  if (repository === undefined)
    tell(
      `the package names no repository, and npm takes it only without provenance: --repository ${EXAMPLE} says which`,
    );

  const { name, version, description, license, type, engines, bin, optionalDependencies } = JSON.parse(
    readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'),
  );
  // `private` stays behind: nobody publishes a checkout by accident, and whoever packs means to.
  const manifest = {
    name,
    version,
    description,
    keywords: ['benchmark', 'serialization', 'json', 'protobuf', 'compression', 'http', 'network-emulation'],
    license,
    ...(repository !== undefined && { repository: { type: 'git', url: repository } }),
    type,
    engines,
    bin,
    // A command, not a library: programs read what it prints (--json) and its records, of which it has the
    // types and schemas.
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './study.schema.json': './docs/reference/study.schema.json',
      './package.json': './package.json',
    },
    files: [
      'index.d.ts',
      'index.js',
      'action.yml',
      'bin',
      'clients',
      'deploy',
      'docs',
      'link',
      'load',
      READY_FOLDER,
      'src',
      'studies',
      'targets',
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      NOTICES,
    ],
    // All other libraries are in src/. Whoever runs Node 24 already may leave this one out.
    optionalDependencies,
    publishConfig: { access: 'public', provenance: true },
  };
  writeFileSync(path.join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
