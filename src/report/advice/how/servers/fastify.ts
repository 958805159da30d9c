import { nodeBody, nodeCodings, nodeData, nodeImports, nodeNotes } from '../node.ts';
import { lines, MEDIA_TYPES, noSnippet, type Recipe, type ServerHow } from '../snippet.ts';

export const FASTIFY: ServerHow = {
  name: 'fastify',
  title: 'Fastify 5',
  write(recipe) {
    const made = nodeBody(recipe);
    if (made === null) return noSnippet(recipe, 'Fastify', ['Go']);
    const code = lines(
      nodeImports(recipe),
      "import fastify from 'fastify';",
      made.imports,
      nodeData(recipe),
      made.setup,
      nodeCodings(recipe),
      recipe.codings.length === 0 ? null : OFFERED,
      'const app = fastify();',
      '',
      answer(recipe, made.body),
      '',
      'await app.listen({ port: 3000 });',
    );
    return {
      commands: [['npm install fastify', ...made.packages].join(' '), 'node server.mjs'],
      files: [{ name: 'server.mjs', language: 'js', code }, ...(made.files ?? [])],
      notes: nodeNotes(recipe),
    };
  },
};

/** Fastify itself does not read Accept-Encoding. */
const OFFERED = [
  '// What the client takes: all that it names without q=0.',
  "const offered = (request) => (request.headers['accept-encoding'] ?? '')",
  "  .split(',')",
  '  .filter((part) => !/;\\s*q=0(\\.0*)?\\s*$/.test(part))',
  "  .map((part) => part.split(';')[0].trim());",
  '',
];

function answer({ name, format, codings }: Recipe, body: string): readonly string[] {
  const type = `'Content-Type': '${MEDIA_TYPES[format]}'`;
  if (codings.length === 0)
    return [
      `app.get('/${name}', async (request, reply) => {`,
      `  return reply.headers({ ${type} }).send(${body});`,
      '});',
    ];
  return [
    `app.get('/${name}', async (request, reply) => {`,
    `  let body = ${body};`,
    '  const coding = Object.keys(CODINGS).find((each) => offered(request).includes(each));',
    '  if (coding !== undefined) {',
    '    body = await CODINGS[coding](body);',
    "    reply.header('Content-Encoding', coding);",
    '  }',
    `  return reply.headers({ ${type}, Vary: 'Accept-Encoding' }).send(body);`,
    '});',
  ];
}
