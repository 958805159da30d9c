import { nodeBody, nodeCodings, nodeData, nodeImports, nodeNotes } from '../node.ts';
import { lines, MEDIA_TYPES, noSnippet, type Recipe, type ServerHow } from '../snippet.ts';

export const EXPRESS: ServerHow = {
  name: 'express',
  title: 'Express 5',
  write(recipe) {
    const made = nodeBody(recipe);
    if (made === null) return noSnippet(recipe, 'Express', ['Go']);
    const code = lines(
      nodeImports(recipe),
      "import express from 'express';",
      made.imports,
      nodeData(recipe),
      made.setup,
      nodeCodings(recipe),
      'const app = express();',
      '',
      answer(recipe, made.body),
      '',
      'app.listen(3000);',
    );
    return {
      commands: [['npm install express', ...made.packages].join(' '), 'node server.mjs'],
      files: [{ name: 'server.mjs', language: 'js', code }, ...(made.files ?? [])],
      notes: nodeNotes(recipe),
    };
  },
};

function answer({ name, format, codings }: Recipe, body: string): readonly string[] {
  const type = `'Content-Type': '${MEDIA_TYPES[format]}'`;
  if (codings.length === 0)
    return [`app.get('/${name}', (req, res) => {`, `  res.set({ ${type} }).send(${body});`, '});'];
  return [
    `app.get('/${name}', async (req, res) => {`,
    `  let body = ${body};`,
    '  const coding = Object.keys(CODINGS).find((each) => req.acceptsEncodings(each));',
    '  if (coding !== undefined) {',
    '    body = await CODINGS[coding](body);',
    "    res.set('Content-Encoding', coding);",
    '  }',
    `  res.set({ ${type}, Vary: 'Accept-Encoding' }).send(body);`,
    '});',
  ];
}
