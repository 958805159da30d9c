// What a link from another place asks for: more of a record, or a point of its sliders. Nothing starts before
// somebody presses the button: a link may be anybody's.

import { threeDigits } from '../../base/figures/numbers.ts';
import { count } from '../../base/figures/plurals.ts';
import { byId, make, show } from '../shell/dom.ts';
import { failureLines } from '../shell/failure.ts';
import type { StartJob } from '../shell/jobs/own-starts.ts';
import { askJson } from '../shell/lab-api.ts';
import type { Point, ResumableRecord } from './asked.ts';

/** `?record=NAME`, or with `mbits`, `rtt` and `n` a point of it. */
export async function showAsked(document: Document, words: URLSearchParams, start: StartJob): Promise<void> {
  const record = words.get('record')!;
  const asked = await askJson<ResumableRecord>(`studies/record/${encodeURIComponent(record)}`);
  const isPoint = words.has('mbits');
  const { refusal } = asked;
  if (!isPoint && refusal !== null) {
    byId(document, 'asked').replaceChildren(
      heading(document, `Go on with ${record}`),
      make(document, 'p', { class: 'note' }, `${refusal}. What was measured stands in its report.`),
    );
    return show(byId(document, 'asked'), true);
  }
  const parts = isPoint ? pointParts(document, pointOf(record, words), asked) : moreParts(document, asked);
  const form = make(document, 'form', { 'aria-label': isPoint ? 'Measure a point' : 'Go on with a record' });
  const failure = make(document, 'p', { class: 'failure', role: 'alert', hidden: '' });
  form.append(...parts.nodes, failure);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    show(failure, false);
    try {
      await start(parts.path, parts.body());
      show(byId(document, 'asked'), false);
    } catch (thrown) {
      failure.replaceChildren(...failureLines(document, thrown));
      show(failure, true);
    }
  });
  byId(document, 'asked').replaceChildren(form);
  show(byId(document, 'asked'), true);
  // Not at the button: the link may be anybody's, and the next key would start what it asks for.
  form.querySelector<HTMLElement>('h2')!.focus({ preventScroll: true });
}

interface Parts {
  readonly nodes: readonly Node[];
  readonly path: string;
  body(): unknown;
}

function pointParts(document: Document, point: Point, asked: ResumableRecord): Parts {
  const { title, name, otherMachine } = asked;
  const budget = field(document, 'budget', 'Time it may take', '2m');
  const modelled = tick(document, 'modelled', 'A model of TCP', 'where packets cannot be emulated');
  const place = `${threeDigits(point.mbits)} Mbit/s and ${threeDigits(point.rttMs)} ms, ${count(point.n, 'object')}`;
  return {
    nodes: [
      heading(document, `Measure ${place}`),
      make(
        document,
        'p',
        { class: 'note' },
        `Every way of ${name} (${title}), over a network of just these figures; what was predicted stands beside what comes out, and what cannot be measured there is named.`,
      ),
      ...(otherMachine === null
        ? []
        : [
            make(
              document,
              'p',
              { class: 'note' },
              `${otherMachine}: both stand there, and are not compared.`,
            ),
          ]),
      budget.part,
      modelled.part,
      submit(document, 'Measure this point'),
    ],
    path: 'studies/start/point',
    body: () => ({
      point,
      flags: { budget: budget.value(), link: modelled.isTicked() ? 'modelled' : '' },
    }),
  };
}

function moreParts(document: Document, asked: ResumableRecord): Parts {
  const { name, title, status, says, share, notKept } = asked;
  const told = make(document, 'p', { class: 'note' }, `${title}: ${status}, ${says}.`);
  const { headers, addresses } = notKept;
  const header = linesField(document, 'headers', 'Headers', headers, (name) => `${name}: …`);
  const url = linesField(document, 'addresses', 'Whole addresses', addresses, (shown) => shown);
  const certificate = certificateField(document, asked.certificate);
  const lacking = [...url.parts, ...header.parts, ...certificate.parts];
  const again = () => ({ header: header.value(), url: url.value(), certificate: certificate.value() });
  if (share !== null) {
    const fixed = `It is share ${share} of a plan, which is fixed: it goes on for what was left of its time.`;
    return {
      nodes: [
        heading(document, `Go on with ${name}`),
        told,
        make(document, 'p', { class: 'note' }, fixed),
        ...lacking,
        submit(document, 'Go on'),
      ],
      path: 'studies/start/resume',
      body: () => ({ record: name, flags: again() }),
    };
  }
  const budget = field(document, 'budget', 'More time (such as 5m; empty: what was left of it)', '');
  const precision = field(document, 'precision', 'Precision (such as 2%; empty: as before)', '');
  return {
    nodes: [
      heading(document, `Go on with ${name}`),
      told,
      ...lacking,
      make(document, 'div', { class: 'pair' }, budget.part, precision.part),
      submit(document, 'Go on'),
    ],
    path: 'studies/start/resume',
    body: () => ({
      record: name,
      flags: { budget: budget.value(), precision: precision.value(), ...again() },
    }),
  };
}

function pointOf(record: string, words: URLSearchParams): Point {
  const figure = (name: string) => Number(words.get(name) ?? Number.NaN);
  return {
    record,
    group: words.has('group') ? figure('group') : 0,
    mbits: figure('mbits'),
    rttMs: figure('rtt'),
    n: figure('n'),
  };
}

function heading(document: Document, text: string): HTMLElement {
  return make(document, 'h2', { tabindex: '-1' }, text);
}

function field(document: Document, id: string, label: string, value: string) {
  const input = make(document, 'input', {
    id: `asked-${id}`,
    inputmode: 'text',
    autocomplete: 'off',
  }) as HTMLInputElement;
  input.value = value;
  const part = make(document, 'div', {}, make(document, 'label', { for: `asked-${id}` }, label), input);
  return { part, value: () => input.value.trim() };
}

/** For what the record does not keep, one a line; there is none where it lacks nothing. */
function linesField(
  document: Document,
  id: string,
  label: string,
  lacking: readonly string[],
  example: (lacks: string) => string,
) {
  const area = make(document, 'textarea', {
    id: `asked-${id}`,
    rows: String(Math.max(2, lacking.length)),
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: lacking.map(example).join('\n'),
  }) as HTMLTextAreaElement;
  const why = make(document, 'span', { class: 'soft' }, '(one a line; the record does not keep them)');
  const part = make(
    document,
    'div',
    {},
    make(document, 'label', { for: `asked-${id}` }, label, ' ', why),
    area,
  );
  return { parts: lacking.length === 0 ? [] : [part], value: () => area.value };
}

/** As it was, until somebody changes it: servers of one record may differ in it. */
function certificateField(document: Document, before: ResumableRecord['certificate']) {
  const wasAny = before === 'any';
  const any = tick(document, 'insecure', 'Any certificate', "of this machine's own servers", wasAny);
  const now = () => (any.isTicked() ? 'any' : 'trusted');
  return {
    parts: before === null ? [] : [any.part],
    value: () => (any.isTicked() === wasAny ? '' : now()),
  };
}

function tick(document: Document, id: string, label: string, about: string, isTicked = false) {
  const box = make(document, 'input', { type: 'checkbox', id: `asked-${id}` }) as HTMLInputElement;
  box.checked = isTicked;
  const says = make(document, 'span', { class: 'soft' }, about);
  const part = make(document, 'label', { class: 'check' }, box, ` ${label} `, says);
  return { part, isTicked: () => box.checked };
}

function submit(document: Document, text: string): HTMLElement {
  return make(
    document,
    'div',
    { class: 'buttons' },
    make(document, 'button', { type: 'submit', class: 'main' }, text),
  );
}
