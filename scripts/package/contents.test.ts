import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asInstalled } from './contents.ts';

const FILES = ['docs/guide/gate.md', 'docs/guide/install.md', 'action.yml', 'targets/php/target.json'];
const written = (text: string) => asInstalled(text, 'docs/guide', FILES);

test('a document of the package links to nothing that the package does not have', () => {
  assert.equal(
    written('[publish.yml](../../.github/workflows/publish.yml), [recipe](../../container/recipe.sh)'),
    'publish.yml, recipe',
  );
  const kept =
    '[gate](gate.md#rules), [action](../../action.yml), [PHP](../../targets/php/), [up](#up), [x](https://a.b/c), ![p](p.png)';
  assert.equal(written(kept), kept);
});

test('commands are typed as where it is installed', () => {
  assert.equal(written('./wirefare gate gate.yaml'), 'npm exec --no -- wirefare gate gate.yaml');
});
