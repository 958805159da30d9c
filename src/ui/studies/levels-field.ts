// The levels of a factor: few words are ticked, of many those that are there stand as buttons that take them
// away, beside a field that adds one.

import { make } from '../shell/dom.ts';
import { sayStudyPath, typedValue } from './form-schema.ts';
import type { FieldPlace } from './study-form.ts';

/** More words are not shown at once. */
const MOST_TICKED = 8;

export function levelsField(place: FieldPlace, words: readonly string[], id: string): HTMLElement {
  const { value } = place;
  const levels =
    value === undefined || value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value];
  const areKnown = levels.every((level) => words.includes(String(level)));
  return words.length > 0 && words.length <= MOST_TICKED && areKnown
    ? ticked(place, words, levels, id)
    : listed(place, words, levels, id);
}

function ticked(
  place: FieldPlace,
  words: readonly string[],
  levels: readonly unknown[],
  id: string,
): HTMLElement {
  const { document, path } = place;
  // Another may have been ticked since they were drawn.
  const tellTicked = () =>
    tell(
      place,
      words.filter((_, i) => boxes[i]!.checked),
    );
  const boxes = words.map((word) => {
    const box = make(document, 'input', {
      type: 'checkbox',
      value: word,
      'data-key': `${sayStudyPath(path)} ${word}`,
    }) as HTMLInputElement;
    box.checked = levels.includes(word);
    box.addEventListener('change', tellTicked);
    return box;
  });
  return make(
    document,
    'div',
    {
      class: 'choices',
      role: 'group',
      id,
      'aria-labelledby': `${id}-label`,
      'aria-describedby': `${id}-hint ${id}-error`,
    },
    ...words.map((word, i) => make(document, 'label', {}, boxes[i]!, make(document, 'span', {}, word))),
  );
}

function listed(
  place: FieldPlace,
  words: readonly string[],
  levels: readonly unknown[],
  id: string,
): HTMLElement {
  const { document, path, schema, root } = place;
  const name = String(path.at(-1));
  // With what was added and taken away since they were drawn.
  let left = levels.map((level) => ({ level }));
  const tellLeft = () =>
    tell(
      place,
      left.map(({ level }) => level),
    );
  const chips = left.map((drawn, i) => {
    const text = sayLevel(drawn.level);
    const chip = make(
      document,
      'button',
      {
        type: 'button',
        class: 'chip',
        'aria-label': `Take ${text} away from ${name}`,
        'data-key': `${sayStudyPath(path)} ${i}`,
      },
      text,
      make(document, 'span', { 'aria-hidden': 'true', class: 'soft' }, ' ×'),
    );
    chip.addEventListener('click', () => {
      if (!left.includes(drawn)) return;
      left = left.filter((each) => each !== drawn);
      tellLeft();
    });
    return chip;
  });
  const input = make(document, 'input', {
    id,
    inputmode: 'text',
    spellcheck: 'false',
    placeholder: 'add',
    list: `${id}-words`,
    'data-key': sayStudyPath(path),
    'aria-labelledby': `${id}-label`,
    'aria-describedby': `${id}-hint ${id}-error`,
  }) as HTMLInputElement;
  const add = () => {
    const more = input.value
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
      .map((word) => typedValue(word, schema, root));
    if (more.length === 0) return;
    const there = new Set<unknown>(left.map(({ level }) => level));
    left = [...left, ...[...new Set(more)].filter((level) => !there.has(level)).map((level) => ({ level }))];
    tellLeft();
  };
  input.addEventListener('change', add);
  const known = words
    .filter((word) => !levels.includes(word))
    .map((word) => make(document, 'option', { value: word }));
  return make(
    document,
    'div',
    { class: 'chips', role: 'group', 'aria-labelledby': `${id}-label` },
    ...chips,
    input,
    make(document, 'datalist', { id: `${id}-words` }, ...known),
  );
}

/** One level stands alone, none takes the factor away. */
function tell({ path, change }: FieldPlace, levels: readonly unknown[]): void {
  change(path, levels.length === 0 ? null : levels.length === 1 ? levels[0] : levels);
}

/** A network, data or a URL of one's own by its name. */
function sayLevel(level: unknown): string {
  if (typeof level !== 'object' || level === null) return String(level);
  const { name, file, url } = level as { name?: unknown; file?: unknown; url?: unknown };
  return String(name ?? file ?? url ?? 'own');
}
