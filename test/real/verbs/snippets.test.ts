// Every snippet of `advise --how` as it is printed: the server started, asked by the page's own snippet with
// each coding, and what arrives compared with what was sent.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';
import { fetch as fetchAnything } from 'undici';
import { compressAside } from '../../../src/compression/node-zlib.ts';
import { inferSchema } from '../../../src/data/infer/infer-schema.ts';
import { requireNeeds } from '../../../src/drive/machine/needs.ts';
import { NGINX_NEED } from '../../../src/drive/nginx/behind-nginx.ts';
import { findBuilder } from '../../../src/drive/targets/target-build.ts';
import { formatNamed } from '../../../src/formats/catalogue.ts';
import type { CodecTaking } from '../../../src/formats/format.ts';
import { PAGE_BUNDLE_OPTIONS } from '../../../src/formats/shared/page-bundle.ts';
import { clientSnippet } from '../../../src/report/advice/how/client.ts';
import { SERVERS } from '../../../src/report/advice/how/servers/catalogue.ts';
import { hasCode, MEDIA_TYPES, type Recipe } from '../../../src/report/advice/how/snippet.ts';
import { ODD_ORDERS } from '../../support/snippets/odd-orders.ts';
import { snippetBench } from '../../support/snippets/started-servers.ts';

const CHROMIUM = process.env.WIREFARE_CHROMIUM ?? '/usr/bin/chromium';

const ORDERS = Array.from({ length: 60 }, (_, i) => ({
  id: 1_000 + i,
  'customer, “name”': i % 3 === 0 ? `Smith, "Jo" ${i}` : `Ærø ${i}`,
  price: i / 4,
  paid: i % 2 === 0,
  vat: i % 5 === 0 ? null : 25,
  ...(i % 7 === 0 ? { note: `note\r\nof ${i} & <more>` } : {}),
}));

const bench = snippetBench('orders', JSON.stringify(ORDERS));
after(() => bench.close());

const WAY = {
  name: 'orders',
  schema: inferSchema('Orders', ORDERS),
  codings: [
    { coding: 'zstd', level: 9 },
    { coding: 'br', level: 5 },
    { coding: 'deflate', level: 6 },
    { coding: 'gzip', level: 6 },
  ],
};

/** Every format that has snippets, with each of its decoders that has one. */
const RECIPES: readonly Recipe[] = Object.keys(MEDIA_TYPES)
  .flatMap((format) => formatNamed(format).codecs.map(({ name: codec }) => ({ ...WAY, format, codec })))
  .filter((recipe) => hasCode(clientSnippet(recipe)));
assert.deepEqual([RECIPES.length, RECIPES.some(({ codec }) => codec === 'protobuf-es')], [17, false]);

const PLAIN: Recipe = { ...WAY, codings: [], format: 'json', codec: 'response.json' };
/** Another preferred one for each client, but for those that offer one alone. */
const REVERSED: Recipe = { ...PLAIN, codings: WAY.codings.toReversed() };

/** The snippets of pages, each with the port of a server of its format. */
const inPages: { readonly recipe: Recipe; readonly port: number }[] = [];

type Load = (url: string) => Promise<unknown>;

/**
 * The page's snippet as a module. Node has no DOMParser: what takes it is read by ours, and so in the
 * browser.
 */
async function loadBy(recipe: Recipe, of = bench): Promise<Load> {
  if (recipe.codec === 'domparser') {
    const saxes = formatNamed(recipe.format).codecs.find(({ name }) => name === 'saxes')!;
    const decode = (saxes as CodecTaking<'text'>).bind(recipe.schema!);
    return async (url) => decode(await (await fetch(url)).text());
  }
  return (await import(pathToFileURL(pageFile(recipe, of)).href)).load;
}

function pageFile(recipe: Recipe, { dir } = bench): string {
  const snippet = clientSnippet(recipe);
  assert.ok(hasCode(snippet), recipe.format);
  const file = path.join(dir, 'pages', `${recipe.format}-${recipe.codec.replaceAll('/', '-')}.mjs`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, snippet.files[0]!.code);
  return file;
}

/** Loads by the page's own code where the client offers that much; answers the coding that came. */
async function loaded(load: Load, port: number, offers: string, query = '') {
  const before = globalThis.fetch;
  let came: string | null = null;
  let bytes = 0;
  globalThis.fetch = (async (url: string) => {
    const answer = await fetchAnything(url, { headers: { 'Accept-Encoding': offers } });
    came = answer.headers.get('content-encoding');
    bytes = Number(answer.headers.get('content-length'));
    assert.match(answer.headers.get('vary') ?? 'accept-encoding', /^accept-encoding$/i);
    assert.ok(came === null || answer.headers.has('vary'));
    return answer;
  }) as unknown as typeof fetch;
  try {
    return { data: await load(`http://127.0.0.1:${port}/orders${query}`), came, bytes };
  } finally {
    globalThis.fetch = before;
  }
}

/** What clients offer, and what of that may come. */
const OFFERS: readonly (readonly [string, readonly string[]])[] = [
  ['gzip, deflate, br, zstd', ['gzip', 'deflate', 'br', 'zstd']],
  ['gzip, deflate, br', ['gzip', 'deflate', 'br']],
  ['deflate', ['deflate']],
  ['br;q=0, gzip;q=0.5', ['gzip']],
  ['identity', []],
];

const SPRING_OFFERS: typeof OFFERS = [
  ['gzip, deflate, br, zstd', ['gzip']],
  ['identity', []],
];

/** The first of the server's that the client takes. */
function expected({ codings }: Recipe, taken: readonly string[]): string | null {
  return codings.find(({ coding }) => taken.includes(coding))?.coding ?? null;
}

const nginxLacks = await requireNeeds({ name: 'nginx', needs: [NGINX_NEED] }, process.env).then(
  () => false as const,
  (missing: Error) => missing.message,
);

/** zstd may say at the start how long a body is. */
const LENGTH_BYTES = 4;

/** What `wirefare sizes` says: the levels are those that were measured. */
async function screenedBytes(coding: string | null): Promise<number> {
  const { level } = WAY.codings.find((each) => each.coding === coding) ?? { level: null };
  const body = Buffer.from(JSON.stringify(ORDERS));
  return (await compressAside({ coding: coding ?? 'none', level }, body)).length;
}

const BUILDERS = { express: 'npm', fastify: 'npm', fastapi: 'python3', go: 'go', spring: 'mvn' };

for (const [server, builder] of Object.entries(BUILDERS)) {
  const skip = await findBuilder(builder, process.env).then(
    () => false as const,
    (error: Error) => error.message,
  );
  test(`${server}: each of its snippets sends what the page's snippet reads`, { skip }, async () => {
    const { write } = SERVERS.find(({ name }) => name === server)!;
    const byFormat = Map.groupBy(RECIPES, ({ format, codec }) => (codec.startsWith('@') ? codec : format));
    const orders = server === 'spring' ? [] : [[REVERSED]];
    const made = [[PLAIN], ...orders, ...byFormat.values()].flatMap((recipes) => {
      const snippet = write(recipes[0]!);
      return hasCode(snippet) ? [{ snippet, recipes }] : [];
    });
    const started = await bench.start(
      server,
      made.map(({ snippet }) => snippet),
    );
    for (const [i, { recipes }] of made.entries()) {
      if (server === 'express' && recipes[0] !== REVERSED)
        for (const recipe of recipes) inPages.push({ recipe, port: started[i]!.port });
      for (const recipe of recipes) {
        const load = await loadBy(recipe);
        for (const [offers, taken] of server === 'spring' ? SPRING_OFFERS : OFFERS) {
          const what = `${recipe.format} ${recipe.codec} ${offers}`;
          const { data, came, bytes } = await loaded(load, started[i]!.port, offers);
          assert.deepEqual(data, ORDERS, what);
          assert.equal(came, expected(recipe, taken), what);
          if (recipe.format === 'json' && builder === 'npm')
            assert.ok(Math.abs(bytes - (await screenedBytes(came))) <= LENGTH_BYTES, what);
        }
      }
    }
  });
}

const OF_ODD_DATA = {
  express: ['protobuf', 'avro'],
  fastapi: ['protobuf', 'avro'],
  go: ['protobuf'],
  spring: ['protobuf'],
};

for (const [server, formats] of Object.entries(OF_ODD_DATA)) {
  const skip = await findBuilder(BUILDERS[server as keyof typeof OF_ODD_DATA], process.env).then(
    () => false as const,
    (error: Error) => error.message,
  );
  test(`${server}: data that no schema language takes as they stand come as they were`, {
    skip,
  }, async () => {
    const odd = snippetBench('orders', JSON.stringify(ODD_ORDERS));
    try {
      const schema = inferSchema('Orders', ODD_ORDERS);
      const recipes = formats.map((format) => {
        const codec = formatNamed(format).codecs[0]!.name;
        return { name: 'orders', codings: [], schema, format, codec };
      });
      const { write } = SERVERS.find(({ name }) => name === server)!;
      const snippets = recipes.map((recipe) => {
        const snippet = write(recipe);
        assert.ok(hasCode(snippet), recipe.format);
        return snippet;
      });
      const started = await odd.start(server, snippets);
      for (const [i, recipe] of recipes.entries()) {
        const { data } = await loaded(await loadBy(recipe, odd), started[i]!.port, 'identity');
        assert.deepEqual(data, ODD_ORDERS, recipe.format);
      }
    } finally {
      await odd.close();
    }
  });
}

/** What advice can come to: the recommended coding, where it is none that nginx has, and gzip. */
const NGINX_CODINGS = [['gzip'], ['br', 'gzip'], ['zstd', 'gzip']].map((names) =>
  names.map((name) => WAY.codings.find(({ coding }) => coding === name)!),
);
const NGINX_OFFERS: typeof OFFERS = [
  ['gzip, deflate, br, zstd', ['gzip', 'br']],
  ['gzip, deflate', ['gzip']],
  ['identity', []],
];

test('nginx compresses what a server behind it sends as it is, whatever the format and the codings', {
  skip: nginxLacks,
}, async () => {
  const { write } = SERVERS.find(({ name }) => name === 'nginx')!;
  const express = SERVERS[0]!.write(PLAIN);
  assert.ok(hasCode(express));
  const [server] = await bench.start('express', [express]);
  const body = JSON.stringify(ORDERS);
  // nginx goes by the media type, and makes nothing of the format.
  const sender = createServer(({ url, headers }, response) => {
    assert.equal(headers['accept-encoding'], undefined);
    response.setHeader('Content-Type', MEDIA_TYPES[url!.split('?')[1]!]!);
    response.end(body);
  });
  await new Promise<void>((resolve) => sender.listen(0, '127.0.0.1', resolve));
  const recipes = ['', ...Object.keys(MEDIA_TYPES)].flatMap((format) =>
    NGINX_CODINGS.map((codings) => ({ ...PLAIN, format, codings })),
  );
  try {
    const { port: behind } = sender.address() as AddressInfo;
    const fronts = recipes.map((recipe) => {
      const isOfExpress = recipe.format === '';
      const snippet = write(isOfExpress ? { ...recipe, format: PLAIN.format } : recipe);
      assert.ok(hasCode(snippet), recipe.format);
      return { snippet, behind: isOfExpress ? server!.port : behind };
    });
    const started = await bench.startNginx(fronts);
    const load = await loadBy(PLAIN);
    for (const [i, recipe] of recipes.entries()) {
      const { port } = started[i]!;
      for (const [offers, taken] of NGINX_OFFERS) {
        const what = `${recipe.format} ${recipe.codings.map(({ coding }) => coding)} ${offers}`;
        const { data, came } = await loaded(load, port, offers, `?${recipe.format}`);
        assert.deepEqual(data, ORDERS, what);
        assert.equal(came, expected(recipe, taken), what);
      }
    }
  } finally {
    sender.close();
  }
});

test('a browser loads by the same code what Express sends, as zstd', async () => {
  assert.ok(inPages.length > 0, 'Express was not started');
  const imports = inPages.map(({ recipe }, i) => `import { load as load${i} } from '${pageFile(recipe)}';`);
  const loads = inPages.map(({ port }, i) => `load${i}('/from/${port}')`);
  const script = `${imports.join('\n')}\nPromise.all([${loads.join()}]).then(
    (all) => fetch('/told', { method: 'POST', body: JSON.stringify(all) }), (error) => fetch('/told', { method: 'POST', body: String(error) }));`;
  const { outputFiles } = await build({
    ...PAGE_BUNDLE_OPTIONS,
    stdin: { contents: script, resolveDir: bench.dir },
    write: false,
  });
  const codings = new Set<string | undefined>();
  const told = Promise.withResolvers<string>();
  // One origin for the page and for all servers, as behind nginx.
  const site = createServer((request, response) => {
    const [, port] = /^\/from\/(\d+)$/.exec(request.url!) ?? [];
    if (port !== undefined) {
      const headers = { 'accept-encoding': request.headers['accept-encoding']! };
      get({ host: '127.0.0.1', port, path: '/orders', headers }, (answer) => {
        codings.add(answer.headers['content-encoding']);
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      return;
    }
    if (request.url === '/told') text(request).then(told.resolve, told.reject);
    const isScript = request.url === '/script.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(
      isScript ? outputFiles[0]!.text : '<!doctype html><script type="module" src="/script.js"></script>',
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const browser = await puppeteer.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox'],
    headless: true,
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const all = JSON.parse(await told.promise) as unknown[];
    for (const [i, { recipe }] of inPages.entries())
      assert.deepEqual(all[i], ORDERS, `${recipe.format} ${recipe.codec}`);
    assert.deepEqual([...codings].toSorted(), ['zstd', undefined]);
  } finally {
    await browser.close();
    site.close();
  }
});
