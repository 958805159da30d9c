import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { advisedInput } from '../../../../test/support/reports/advised.ts';
import { syntheticInput } from '../../../../test/support/reports/records.ts';
import { inferSchema } from '../../../data/infer/infer-schema.ts';
import { howToSend } from '../../advice/how/how.ts';
import { howTitle } from '../../advice/how/how-words.ts';
import { hasCode } from '../../advice/how/snippet.ts';
import { page } from '../page.ts';

test('the page has all code that sends the data as advised, folded, as text', () => {
  const input = advisedInput({ seed: 7, sessions: 8, blocks: 40, sessionSd: 0.02, blockSd: 0.02 });
  const schema = inferSchema('Orders', [{ id: 1, '</code><script>alert(1)</script>': 'a' }]);
  const payload = { ...input.run.study.payloads[0], name: 'orders', schema };
  const study = { ...input.run.study, payloads: [payload] } as typeof input.run.study;
  const { document } = parseHTML(page({ ...input, run: { ...input.run, study } }));
  const ways = howToSend({ ...input, run: { ...input.run, study } });
  assert.equal(ways.length, 2);
  const titles = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent);
  for (const how of ways) assert.ok(titles.includes(howTitle(how)));
  const parts = ways.flatMap(({ parts }) => parts);
  const shown = [...document.querySelectorAll('details')].filter((each) =>
    parts.some(({ title }) => title === each.querySelector('summary')!.textContent),
  );
  assert.equal(shown.length, parts.length);
  let files = 0;
  for (const [i, part] of parts.entries()) {
    const { textContent } = shown[i]!;
    if (hasCode(part)) {
      const blocks = [...shown[i]!.querySelectorAll('pre code')].map((each) => each.textContent);
      const commands = part.commands.length === 0 ? [] : [`${part.commands.join('\n')}\n`];
      assert.deepEqual(blocks, [...commands, ...part.files.map(({ code }) => code)], part.title);
      files += part.files.length;
    } else if (part.read !== undefined) assert.ok(textContent.includes(part.read), part.title);
  }
  assert.ok(files > parts.length, `${files} files`);
  assert.equal(document.querySelectorAll('script').length, 1);
  const names = [...document.querySelectorAll('.scroll')].map((each) => each.getAttribute('aria-label'));
  assert.equal(new Set(names).size, names.length);
});

test('where nothing was advised there is no code', () => {
  const { document } = parseHTML(page(syntheticInput({ sessions: 2, blocks: 6 })));
  assert.equal(document.querySelector('pre'), null);
});
