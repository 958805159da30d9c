import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PALETTE } from '../../report/html/palette.ts';

const SHELL = readFileSync(join(import.meta.dirname, 'shell.css'), 'utf8');

/** Of a colour in light and in dark. */
function valuesOf(css: string, name: string): readonly string[] {
  return [...css.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6})`, 'g'))].map(([, value]) => value!);
}

/** WCAG 2, relative luminance. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

test('what shows where a field is stands out from the page threefold, in light and in dark', () => {
  const edges = valuesOf(SHELL, 'edge');
  assert.equal(edges.length, 2);
  for (const ground of ['paper', 'wash'])
    for (const [i, colour] of valuesOf(PALETTE, ground).entries())
      assert.ok(contrast(edges[i]!, colour) >= 3, `${ground}: ${edges[i]} on ${colour}`);
});

test('text of a way that has left the race is as dark as any', () => {
  const rules = [...SHELL.matchAll(/\.out([^{]*)\{([^}]*)\}/g)].filter(([, , rule]) => /opacity/.test(rule!));
  assert.deepEqual(
    rules.map(([, within]) => within!.trim()),
    ['svg'],
  );
});
