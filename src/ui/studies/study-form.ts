// A study as a form, made from its JSON Schema. It holds no state of its own: it is drawn from the values
// that stand in the YAML, and tells one change at a time, which the lab writes there.

import { make } from '../shell/dom.ts';
import type { PlacedProblem, StudyPath } from './asked.ts';
import {
  type FieldKind,
  type FormSchema,
  fieldKind,
  resolved,
  sayStudyPath,
  typedValue,
} from './form-schema.ts';
import { levelsField } from './levels-field.ts';

/** Top keys of the form, in its order; whatever else a study has stands in the YAML alone. */
const SHOWN = ['study', 'title', 'question', 'factors', 'parts', 'compare', 'protocol'] as const;

const TITLES: Readonly<Record<string, string>> = {
  study: 'Name',
  title: 'Title',
  question: 'Question',
  factors: 'What varies',
  parts: 'Parts',
  compare: 'What is compared',
  protocol: 'How it is measured',
};

/** What a new entry of a list begins with. */
const FIRST: Readonly<Record<string, (number: number) => unknown>> = {
  parts: (number) => ({
    name: `part-${number}`,
    title: `Part ${number}`,
    factors: { format: ['json', 'protobuf'] },
  }),
  compare: () => ({ factor: 'format', baseline: 'json' }),
};

const ENTRY: Readonly<Record<string, string>> = { parts: 'part', compare: 'comparison' };

/**
 * Puts what stands in a field into the one that takes its place; null where nothing was typed since it was
 * drawn.
 */
function halfTyped({ type, value, defaultValue, selectionStart, selectionEnd }: HTMLInputElement) {
  if (type === 'checkbox' || value === defaultValue) return null;
  return (again: HTMLInputElement) => {
    again.value = value;
    again.setSelectionRange(selectionStart, selectionEnd);
  };
}

function isInput(element: Element | null): element is HTMLInputElement {
  return element?.tagName === 'INPUT';
}

export type Change = (path: StudyPath, value: unknown) => void;

/** A field and all that it needs to be drawn. */
export interface FieldPlace {
  readonly document: Document;
  readonly path: StudyPath;
  readonly schema: FormSchema;
  readonly root: FormSchema;
  readonly value: unknown;
  readonly change: Change;
}

export class StudyForm {
  readonly #document: Document;
  readonly #form: HTMLElement;
  readonly #root: FormSchema;
  readonly #change: Change;

  constructor(document: Document, form: HTMLElement, root: FormSchema, change: Change) {
    this.#document = document;
    this.#form = form;
    this.#root = root;
    this.#change = change;
    form.addEventListener('submit', (event) => event.preventDefault());
  }

  /** Draws it anew; whoever is in a field stays there. */
  show(value: unknown, problems: readonly PlacedProblem[]): void {
    const { activeElement } = this.#document;
    const key = this.#form.contains(activeElement) ? activeElement?.getAttribute('data-key') : null;
    const typed = key != null && isInput(activeElement) ? halfTyped(activeElement) : null;
    const study = isGroup(value) ? value : {};
    const parts = SHOWN.map((name) =>
      this.#field([name], this.#root.properties?.[name] ?? {}, study[name], this.#change),
    );
    const others = Object.keys(study).filter((name) => !SHOWN.some((shown) => shown === name));
    const note = others.length === 0 ? [] : [`${others.join(', ')}: in the YAML alone.`];
    this.#form.replaceChildren(
      ...parts,
      ...note.map((text) => make(this.#document, 'p', { class: 'hint' }, text)),
    );
    this.#tell(problems);
    if (key == null) return;
    const again = this.#nearest(key);
    again?.focus();
    if (typed !== null && isInput(again)) typed(again);
  }

  /**
   * The control of this key. What was taken away leaves focus to the field that it was in, or to what adds
   * such a one again, or the one around it.
   */
  #nearest(key: string): HTMLElement | null {
    const controls = [...this.#form.querySelectorAll<HTMLElement>('[data-key]')];
    const keyed = (of: string) => controls.find((each) => each.getAttribute('data-key') === of);
    const path = key.replace(/ .*/, '');
    const around = [...path.matchAll(/[.[]|$/g)].map(({ index }) => path.slice(0, index)).toReversed();
    const nearest = [key, ...around.flatMap((at) => [at, `${at} add`])];
    return nearest.map(keyed).find((control) => control !== undefined) ?? null;
  }

  /** A text that is no YAML has no values to be shown. */
  refuse(): void {
    const says = 'The form is there again when the YAML can be read.';
    this.#form.replaceChildren(make(this.#document, 'p', { class: 'hint' }, says));
  }

  #tell(problems: readonly PlacedProblem[]): void {
    const fields = [...this.#form.querySelectorAll<HTMLElement>('[data-path]')];
    for (const { path, what } of problems) {
      const near = fields
        .filter(
          ({ dataset }) =>
            path === dataset.path || /^[.[]/.test(path.slice(startLength(path, dataset.path!))),
        )
        .at(-1);
      if (path === '' || near === undefined) continue;
      const told = [...near.children].find((child) => child.classList.contains('error'));
      told?.append(make(this.#document, 'span', { class: 'line' }, what));
      if (near.classList.contains('field'))
        near.querySelector('input, select')?.setAttribute('aria-invalid', 'true');
    }
  }

  #field(path: StudyPath, schema: FormSchema, value: unknown, change: Change): HTMLElement {
    const kind = fieldKind(schema, this.#root);
    const place: FieldPlace = {
      document: this.#document,
      path,
      schema: resolved(schema, this.#root),
      root: this.#root,
      value,
      change,
    };
    if (kind.kind === 'group') return this.#group(place, kind.fields);
    if (kind.kind === 'list') return this.#list(place, kind.fields);
    return oneField(place, kind);
  }

  /** Of factors and settings only those that are there, and a choice of the others. */
  #group({ document, path, schema, value, change }: FieldPlace, fields: FieldsOf): HTMLElement {
    const given = isGroup(value) ? value : {};
    const isWhole = schema.required !== undefined && Object.keys(fields).length <= 4;
    const names = Object.keys(fields).filter((name) => isWhole || Object.hasOwn(given, name));
    const others = Object.keys(fields).filter(
      (name) =>
        !names.includes(name) &&
        ['text', 'choice', 'levels'].includes(fieldKind(fields[name]!, this.#root).kind),
    );
    const inner = names.map((name) => this.#field([...path, name], fields[name]!, given[name], change));
    const legend = make(document, 'legend', {}, titleOf(path));
    return make(
      document,
      'fieldset',
      { 'data-path': sayStudyPath(path) },
      legend,
      make(document, 'div', { class: 'fields' }, ...inner),
      ...(others.length === 0
        ? []
        : [
            adding(document, path, others, (name) =>
              change([...path, name], firstValue(fields[name]!, this.#root)),
            ),
          ]),
      make(document, 'p', { class: 'error' }),
    );
  }

  #list({ document, path, value, change }: FieldPlace, fields: FieldsOf): HTMLElement {
    const entries = Array.isArray(value) ? (value as unknown[]) : [];
    const name = String(path.at(-1));
    // By the numbers under which they are drawn: until they are drawn anew, those behind one that was removed
    // have moved up.
    const left = entries.map((_, i) => i);
    const inner = entries.map((entry, i) => {
      const at = [...path, i];
      const given = isGroup(entry) ? entry : {};
      const changeHere: Change = (within, to) => {
        const now = left.indexOf(i);
        if (now >= 0) change([...path, now, ...within.slice(at.length)], to);
      };
      const parts = Object.keys(fields)
        .filter((key) => Object.hasOwn(given, key) || fieldKind(fields[key]!, this.#root).kind !== 'list')
        .filter((key) => fieldKind(fields[key]!, this.#root).kind !== 'yaml' || Object.hasOwn(given, key))
        .map((key) => this.#field([...at, key], fields[key]!, given[key], changeHere));
      const remove = button(
        document,
        `Remove ${ENTRY[name] ?? name} ${i + 1}`,
        `${sayStudyPath(at)} remove`,
        () => {
          const now = left.indexOf(i);
          // A second press, as of a double click, is none on the entry that has moved up.
          if (now < 0) return;
          left.splice(now, 1);
          change([...path, now], null);
        },
      );
      return make(
        document,
        'div',
        { class: `entry of-${name}`, 'data-path': sayStudyPath(at) },
        ...parts,
        remove,
        make(document, 'p', { class: 'error' }),
      );
    });
    const add = button(document, `Add a ${ENTRY[name] ?? name}`, `${sayStudyPath(path)} add`, () => {
      const first = FIRST[name]?.(entries.length + 1) ?? {};
      if (left.length === 0) change(path, [first]);
      else change([...path, left.length], first);
    });
    return make(
      document,
      'fieldset',
      { 'data-path': sayStudyPath(path) },
      make(document, 'legend', {}, titleOf(path)),
      ...inner,
      add,
      make(document, 'p', { class: 'error' }),
    );
  }
}

type FieldsOf = Readonly<Record<string, FormSchema>>;

function oneField(place: FieldPlace, kind: FieldKind): HTMLElement {
  const { document, path, schema } = place;
  const id = `field ${sayStudyPath(path)}`.replaceAll(/[^\w]+/g, '-');
  const hint = make(document, 'p', { class: 'hint', id: `${id}-hint` }, hintOf(schema));
  const control = controlFor(place, kind, id);
  const label =
    kind.kind === 'levels'
      ? make(document, 'span', { class: 'label', id: `${id}-label` }, titleOf(path))
      : make(document, 'label', { for: id }, titleOf(path));
  return make(
    document,
    'div',
    { class: 'field', 'data-path': sayStudyPath(path) },
    label,
    control,
    hint,
    make(document, 'p', { class: 'error', id: `${id}-error` }),
  );
}

function controlFor(place: FieldPlace, kind: FieldKind, id: string): HTMLElement {
  const { document, path, schema, root, value, change } = place;
  const common = { id, 'data-key': sayStudyPath(path), 'aria-describedby': `${id}-hint ${id}-error` };
  if (kind.kind === 'levels') return levelsField(place, kind.words, id);
  if (kind.kind === 'yaml' || (typeof value === 'object' && value !== null))
    return make(document, 'p', { class: 'soft', id }, 'stands in the YAML');
  if (kind.kind === 'choice') {
    const usual = schema.default === undefined ? 'left out' : `${schema.default} (usual)`;
    const select = make(document, 'select', common) as HTMLSelectElement;
    select.append(
      make(document, 'option', { value: '' }, usual),
      ...kind.words.map((word) => make(document, 'option', { value: word }, word)),
    );
    select.value = value === undefined ? '' : String(value);
    select.addEventListener('change', () => change(path, select.value === '' ? null : select.value));
    return select;
  }
  const placeholder = schema.default === undefined ? '' : `${schema.default}`;
  const input = make(document, 'input', {
    ...common,
    inputmode: 'text',
    placeholder,
    spellcheck: 'false',
  }) as HTMLInputElement;
  // Its default too, by which what is typed since is known.
  input.defaultValue = value === undefined || value === null ? '' : String(value);
  input.value = input.defaultValue;
  input.addEventListener('change', () => {
    const word = input.value.trim();
    change(path, word === '' ? null : typedValue(word, schema, root));
  });
  return input;
}

function adding(
  document: Document,
  path: StudyPath,
  names: readonly string[],
  add: (name: string) => void,
): HTMLElement {
  const key = `${sayStudyPath(path)} add`;
  const select = make(document, 'select', {
    'aria-label': `What to add to ${titleOf(path)}`,
    'data-key': key,
  }) as HTMLSelectElement;
  select.append(...names.map((name) => make(document, 'option', { value: name }, name)));
  // Of its own: arrow keys change a select that is closed, and whoever looks for an entry has chosen none
  // yet.
  const press = button(document, 'Add', `${key} it`, () => add(select.value));
  return make(document, 'span', { class: 'adding' }, select, press);
}

function button(document: Document, text: string, key: string, act: () => void): HTMLElement {
  const made = make(document, 'button', { type: 'button', class: 'link', 'data-key': key }, text);
  made.addEventListener('click', act);
  return made;
}

/** A value that is right: its default, or the first of its examples. */
function firstValue(given: FormSchema, root: FormSchema): unknown {
  const { default: usual, examples = [] } = resolved(given, root);
  const kind = fieldKind(given, root);
  const words = 'words' in kind ? kind.words : [];
  return usual ?? examples.find((each) => typeof each !== 'object') ?? words[0] ?? '';
}

function hintOf({ description = '', title }: FormSchema): string {
  return title === undefined ? description : `${description} It is ${title}.`;
}

function titleOf(path: StudyPath): string {
  const name = String(path.at(-1));
  return path.length === 1 ? (TITLES[name] ?? name) : name;
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How much of `path` the field's own path is; 0 where it is of another field. */
function startLength(path: string, own: string): number {
  return path.startsWith(own) ? own.length : path.length;
}
