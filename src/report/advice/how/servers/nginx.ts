import { lines, MEDIA_TYPES, type Recipe, type ServerHow } from '../snippet.ts';

export const NGINX: ServerHow = {
  name: 'nginx',
  title: 'nginx in front of any of them',
  write(recipe) {
    const { name, format, codings } = recipe;
    const media = MEDIA_TYPES[format];
    if (media === undefined) return { why: `no snippet of ${format} is tried here` };
    const own = codings.filter(({ coding }) => coding in DIRECTIVES);
    if (own.length === 0)
      return {
        why:
          codings.length === 0
            ? 'nothing is to be compressed, so nginx has nothing to do'
            : `nginx as it is packaged has no ${codings.map(({ coding }) => coding).join(' and no ')}: let the server behind it compress, and proxy_pass as it comes`,
      };
    const type = media.split(';')[0]!;
    const code = lines(
      'server {',
      '    listen 8080;',
      '',
      `    location /${name} {`,
      '        proxy_pass http://127.0.0.1:3000;',
      '        proxy_http_version 1.1;',
      '        # nginx compresses: the server behind it is not asked to.',
      '        proxy_set_header Accept-Encoding "";',
      ...own.flatMap(({ coding, level }) =>
        DIRECTIVES[coding]!(level, type).map((line) => `        ${line}`),
      ),
      '        gzip_vary on;',
      '    }',
      '}',
    );
    return {
      commands: ['nginx -t', 'nginx -s reload'],
      files: [{ name: `conf.d/${name}.conf`, language: 'nginx', code }],
      notes: notesOn(recipe),
    };
  },
};

const DIRECTIVES: Readonly<Record<string, (level: number, type: string) => readonly string[]>> = {
  gzip: (level, type) => [
    'gzip on;',
    `gzip_comp_level ${level};`,
    `gzip_types ${type};`,
    'gzip_proxied any;',
  ],
  br: (level, type) => ['brotli on;', `brotli_comp_level ${level};`, `brotli_types ${type};`],
};

function notesOn({ codings }: Recipe): readonly string[] {
  const others = codings.filter(({ coding }) => !(coding in DIRECTIVES)).map(({ coding }) => coding);
  const brotli = codings.some(({ coding }) => coding === 'br')
    ? ['br takes its module brotli (Debian: libnginx-mod-http-brotli-filter)']
    : [];
  return others.length === 0
    ? brotli
    : [
        ...brotli,
        `nginx as it is packaged has no ${others.join(' and no ')}: let the server behind it compress, without the line of Accept-Encoding`,
      ];
}
