// The configuration of nginx in front of a target: as its users have it, with what the target contract wants.
// Each level of a coding has a location of its own, to which a request is led by its query; the target is
// then asked for the body uncompressed.

export interface FrontSettings {
  /** Holds everything that nginx writes. */
  readonly folder: string;
  /** `127.0.0.1`. */
  readonly host: string;
  readonly ports: { readonly http1: number; readonly https1?: number; readonly h2?: number };
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Where the target listens, on loopback. */
  readonly targetPort: number;
  /** The body of /about but for its member `request`, which nginx adds. */
  readonly about: object;
  /** Headers of the target's own /about that let pages read it. */
  readonly pageHeaders: Readonly<Record<string, string>>;
  /** Coding → levels that nginx applies. */
  readonly levels: Readonly<Record<string, readonly number[]>>;
  /** Absolute; absent where no coding needs it. */
  readonly brotliModule: string | null;
  /** The only names by which it may be asked; null: by any. */
  readonly hosts: readonly string[] | null;
  /** Lines before all others: whose processes they are. */
  readonly user: readonly string[];
}

/** Longer than the contract wants idle connections kept. */
const KEPT_S = 1_200;
const LONGEST_CALL_BYTES = 1_000_000;
const DAY = '24h';

export function nginxConf(settings: FrontSettings): string {
  const { folder, targetPort, brotliModule, user } = settings;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `${[
    'daemon off;',
    ...user,
    `pid ${folder}/nginx.pid;`,
    'error_log stderr error;',
    'worker_processes auto;',
    ...(brotliModule === null ? [] : [`load_module ${brotliModule};`]),
    'events { worker_connections 1024; }',
    'http {',
    ...temporary.map((what) => `${what}_temp_path ${folder}/${what};`),
    'default_type application/octet-stream;',
    'access_log off;',
    'sendfile on;',
    'tcp_nopush on;',
    `keepalive_timeout ${KEPT_S}s;`,
    `keepalive_time ${DAY};`,
    'keepalive_requests 1000000000;',
    `client_max_body_size ${LONGEST_CALL_BYTES};`,
    'map_hash_bucket_size 256;',
    'server_names_hash_bucket_size 256;',
    `upstream target { server 127.0.0.1:${targetPort}; keepalive 64; keepalive_requests 1000000000; keepalive_timeout ${KEPT_S}s; keepalive_time ${DAY}; }`,
    'proxy_http_version 1.1;',
    'proxy_set_header Connection "";',
    'proxy_set_header Host $http_host;',
    'proxy_read_timeout 600s;',
    ...maps(settings),
    ...servers(settings),
    '}',
  ].join('\n')}\n`;
}

/** What of the query is for nginx, and the query without it. */
function maps({ levels }: FrontSettings): string[] {
  const asked = Object.entries(levels).flatMap(([coding, own]) =>
    own.map((level) => [coding, level] as const),
  );
  return [
    'map "$arg_compression $arg_level $arg_opaque" $coding {',
    'default "";',
    ...asked.map(([coding, level]) => `"~^${coding} ${level} $" ${coding}-${level};`),
    '}',
    // What would break the JSON of /about stands in the name of no coding.
    'map $http_accept_encoding $offered { default ""; "~^[^\\x22\\x5c]*$" $http_accept_encoding; }',
    'map $arg_connection $ending { default ""; "~^close$" -closing; }',
    ...without('$args', '$kept_open', 'connection=close', 'k'),
    ...without('$kept_open', '$without_level', 'level=[0-9]+', 'l'),
    'map $without_level $uncompressed {',
    'default $without_level;',
    `"~^(?<u1>(?:.*&)?)compression=[a-z]+(?<u2>&.*)?$" "\${u1}compression=none$u2";`,
    '}',
    // What the target took to find that it has nothing to compress.
    'map $upstream_http_server_timing $timing {',
    'default $upstream_http_server_timing;',
    `"~^(?<t1>.*compress;dur=)[0-9.]+(?<t2>.*)$" "\${t1}0.0000$t2";`,
    '}',
  ];
}

/** A map that takes one parameter out of a query. */
function without(from: string, to: string, parameter: string, mark: string): string[] {
  return [
    `map ${from} ${to} {`,
    `default ${from};`,
    `"~^${parameter}$" "";`,
    `"~^${parameter}&(?<${mark}1>.*)$" "$${mark}1";`,
    `"~^(?<${mark}2>.*)&${parameter}(?<${mark}3>&.*)?$" "$${mark}2$${mark}3";`,
    '}',
  ];
}

function servers(settings: FrontSettings): string[] {
  const { hosts } = settings;
  const listened = listens(settings);
  if (hosts === null) return ['server {', ...listened(''), ...locations(settings), '}'];
  return [
    'server {',
    ...listened(' default_server'),
    `default_type application/problem+json;`,
    `return 421 ${quoted(problem(421, 'this target was not given that host'))};`,
    '}',
    'server {',
    ...listened(''),
    `server_name ${hosts.join(' ')};`,
    ...locations(settings),
    '}',
  ];
}

/** No session is resumed, and no tickets are sent. */
function listens({ host, ports, tls }: FrontSettings): (suffix: string) => string[] {
  const address = host.includes(':') ? `[${host}]` : host;
  return (suffix) => [
    `listen ${address}:${ports.http1}${suffix};`,
    ...(tls === null
      ? []
      : [
          `listen ${address}:${ports.https1} ssl${suffix};`,
          `listen ${address}:${ports.h2} ssl http2${suffix};`,
          `ssl_certificate ${tls.certFile};`,
          `ssl_certificate_key ${tls.keyFile};`,
          'ssl_protocols TLSv1.2 TLSv1.3;',
          'ssl_session_cache off;',
          'ssl_session_tickets off;',
          'ssl_conf_command NumTickets 0;',
        ]),
  ];
}

const ENDINGS = ['', '-closing'];

function locations({ about, pageHeaders, levels }: FrontSettings): string[] {
  const readable = Object.entries(pageHeaders).map(
    ([name, value]) => `add_header ${name} ${quoted(value)} always;`,
  );
  const refused = (status: number, detail: string) => [
    'default_type application/problem+json;',
    ...readable,
    `return ${status} ${quoted(problem(status, detail))};`,
  ];
  return [
    'error_page 413 = @too-long;',
    'set $how $coding$ending;',
    'if ($how) { rewrite ^/(exchange|bytes|soap|dictionary|call/.*)$ /=$how/$1 last; }',
    'location / { proxy_pass http://target; }',
    'location = /about {',
    'default_type application/json;',
    ...readable,
    `return 200 ${aboutText(about)};`,
    '}',
    // The target refuses whoever does not know the secret, and does not have that path.
    'location ~ ^/(sequence|message|events|stream|poll|socket|transport)(/|$) {',
    'proxy_intercept_errors on;',
    'error_page 404 = @no-messages;',
    'proxy_method GET;',
    'proxy_pass_request_body off;',
    'proxy_set_header Connection "";',
    'proxy_set_header Content-Length "";',
    'proxy_set_header Host $http_host;',
    'rewrite ^ /=messages break;',
    'proxy_pass http://target;',
    '}',
    'location @no-messages {',
    ...refused(501, 'nginx carries no messages here'),
    '}',
    'location @too-long {',
    ...refused(413, `a call has at most ${LONGEST_CALL_BYTES} bytes`),
    '}',
    ...location('-closing', '$kept_open', []),
    ...Object.entries(levels).flatMap(([coding, own]) =>
      own.flatMap((level) =>
        ENDINGS.flatMap((ending) =>
          location(`${coding}-${level}${ending}`, '$uncompressed', filter(coding, level)),
        ),
      ),
    ),
  ];
}

function location(how: string, query: string, lines: readonly string[]): string[] {
  return [
    `location ^~ /=${how}/ {`,
    'internal;',
    ...(how.endsWith('-closing') ? ['keepalive_timeout 0;'] : []),
    ...lines,
    `set $args ${query};`,
    `rewrite ^/=[^/]+/(.*)$ /$1 break;`,
    'proxy_pass http://target;',
    '}',
  ];
}

/** Of all bodies, and of no refusal. */
export const TYPES: readonly string[] = [
  'application/json',
  'application/xml',
  'application/fastinfoset',
  'text/csv',
  'application/x-protobuf',
  'application/avro',
  'application/vnd.apache.thrift.compact',
  'application/vnd.msgpack',
  'application/cbor',
  'application/bson',
  'application/vnd.apache.arrow.stream',
  'application/x-flatbuffers',
  'text/xml',
  'application/x-java-serialized-object',
];

/** The window of brotli is that of the contract; of what is small too, as it was asked for. */
function filter(coding: string, level: number): string[] {
  const name = coding === 'br' ? 'brotli' : coding;
  const window = coding === 'br' ? ['brotli_window 4m;'] : [];
  return [
    'proxy_hide_header Server-Timing;',
    'add_header Server-Timing $timing;',
    `${name} on;`,
    `${name}_comp_level ${level};`,
    `${name}_min_length 0;`,
    `${name}_types ${TYPES.join(' ')};`,
    ...window,
  ];
}

/** nginx knows what the client offers. */
function aboutText(about: object): string {
  const text = JSON.stringify(about);
  return quoted(`${text.slice(0, -1)},"request":{"acceptEncoding":"`, `$offered`, `"}}`);
}

function problem(status: number, detail: string): string {
  return JSON.stringify({ type: 'about:blank', status, detail });
}

/**
 * A text of nginx's configuration, from literal parts with variables between them. It has no way to write a
 * dollar sign, which JSON has.
 */
function quoted(...parts: readonly string[]): string {
  const literal = (part: string) =>
    part.replaceAll('$', '\\u0024').replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `'${parts.map((part, i) => (i % 2 === 0 ? literal(part) : part)).join('')}'`;
}
