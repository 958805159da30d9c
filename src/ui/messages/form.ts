// The form: its choices come from the contract's own lists, and impossible ones are greyed with the reason
// beneath. read-form.ts reads what the user typed, and its problems stand beside the fields.

import { DIRECTIONS, type Direction } from '../../factors/direction.ts';
import { MODES, type ModeName } from '../../factors/mode.ts';
import type { Protocol } from '../../factors/protocol.ts';
import type { SizePolicy } from '../../factors/size.ts';
import { MESSAGE_TRANSPORTS, type MessageTransport } from '../../factors/transport.ts';
import { byId, linked, make, show } from '../shell/dom.ts';
import {
  DIRECTION_WORDS,
  type Offered,
  PROTOCOLS,
  refusedTransports,
  whyNotBinary,
  whyNotDeflate,
  whyNotMode,
  whyNotProtocol,
  whyNotTransport,
} from './offers.ts';
import type { PageOrder } from './page-run.ts';
import { type FieldName, type FormValues, type Problems, readForm } from './read-form.ts';

/** The choices in the form's order, with the one that is chosen first. */
const CHOICES = {
  direction: DIRECTIONS,
  transport: MESSAGE_TRANSPORTS,
  mode: MODES,
  policy: ['fixed', 'random', 'growing'],
  body: ['text', 'binary'],
  protocol: PROTOCOLS,
} as const satisfies Partial<Record<FieldName, readonly string[]>>;

type Choice = keyof typeof CHOICES;

const FIRST: Readonly<Record<Choice, string>> = {
  direction: 'server-to-client',
  transport: 'websocket',
  mode: 'throughput',
  policy: 'fixed',
  body: 'text',
  protocol: 'http1',
};

/** Nine sizes from 100 to 25 000 bytes: the study names the first six. */
const STUDY_SIZES = [100, 1_000, 2_500, 5_000, 7_500, 10_000, 15_000, 20_000, 25_000];

export interface FormEvents {
  readonly onOrders: (orders: readonly PageOrder[]) => void;
  readonly onStop: () => void;
}

export class MessageForm {
  readonly #document: Document;
  readonly #form: HTMLFormElement;
  #offered: Offered;
  #isRunning = false;

  constructor(document: Document, offered: Offered, events: FormEvents) {
    this.#document = document;
    this.#offered = offered;
    this.#form = byId<HTMLFormElement>(document, 'form');
    for (const name of Object.keys(CHOICES) as Choice[]) this.#fill(name);
    this.#form.addEventListener('input', () => {
      this.#tell(new Map());
      this.#refresh();
    });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!this.#isRunning) this.#submit(events.onOrders);
    });
    byId(document, 'stop').addEventListener('click', () => events.onStop());
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape' && this.#isRunning) events.onStop();
    });
    byId(document, 'study-sizes').addEventListener('click', () => {
      byId<HTMLInputElement>(document, 'bytes').value = STUDY_SIZES.join(', ');
      this.#tell(new Map());
    });
    this.#refresh();
  }

  /** What can be chosen has changed: a certificate was accepted. */
  set offered(offered: Offered) {
    this.#offered = offered;
    this.#refresh();
  }

  set isRunning(isRunning: boolean) {
    this.#isRunning = isRunning;
    const [run, stop] = ['run', 'stop'].map((id) => byId(this.#document, id)) as [HTMLElement, HTMLElement];
    const hadFocus = this.#document.activeElement === (isRunning ? run : stop);
    show(run, !isRunning);
    show(stop, isRunning);
    if (hadFocus) (isRunning ? stop : run).focus();
  }

  #submit(onOrders: FormEvents['onOrders']): void {
    const read = readForm(this.values(), this.#offered);
    this.#tell('problems' in read ? read.problems : new Map());
    if ('orders' in read) {
      onOrders(read.orders);
      return;
    }
    const first = [...this.#form.querySelectorAll<HTMLElement>('[aria-invalid=true]')][0];
    first?.closest('details')?.setAttribute('open', '');
    first?.focus();
  }

  values(): FormValues {
    const typed = (name: FieldName) => this.#input(name).value;
    const chosen = (name: Choice) =>
      this.#form.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value ?? FIRST[name];
    return {
      direction: chosen('direction') as Direction,
      transport: chosen('transport') as MessageTransport,
      protocol: chosen('protocol') as Protocol,
      mode: chosen('mode') as ModeName,
      rate: typed('rate'),
      messages: typed('messages'),
      policy: chosen('policy') as SizePolicy['policy'],
      bytes: typed('bytes'),
      least: typed('least'),
      most: typed('most'),
      increment: typed('increment'),
      body: chosen('body') as FormValues['body'],
      deflate: this.#input('deflate').checked,
      repeats: typed('repeats'),
      seed: typed('seed'),
    };
  }

  #input(name: FieldName): HTMLInputElement {
    return byId<HTMLInputElement>(this.#document, name);
  }

  #fill(name: Choice): void {
    const place = this.#form.querySelector(`[data-choices=${name}]`)!;
    for (const value of CHOICES[name]) {
      const id = `${name}-${value}`;
      const input = make(this.#document, 'input', { type: 'radio', name, id, value });
      if (value === FIRST[name]) input.setAttribute('checked', '');
      const words = name === 'direction' ? DIRECTION_WORDS[value as Direction] : value;
      place.append(
        make(this.#document, 'label', { for: id }, input, make(this.#document, 'span', {}, words)),
      );
    }
  }

  /** Greys what cannot be, moves on from what can no longer be, shows the fields that the choices need. */
  #refresh(): void {
    const offered = this.#offered;
    this.#grey('protocol', (protocol) => whyNotProtocol(protocol as Protocol, offered));
    const before = this.values();
    this.#grey('transport', (transport) =>
      whyNotTransport(transport as MessageTransport, before.direction, before.protocol, offered),
    );
    const { transport, direction, protocol } = this.values();
    this.#grey('mode', (mode) => whyNotMode(mode as ModeName, transport));
    this.#grey('body', (body) => (body === 'binary' ? whyNotBinary(transport) : null));
    const noDeflate = whyNotDeflate(transport, offered);
    const deflate = this.#input('deflate');
    deflate.disabled = noDeflate !== null;
    if (noDeflate !== null) deflate.checked = false;
    byId(this.#document, 'deflate-why').textContent = noDeflate ?? '';
    this.#list(
      'why',
      [...refusedTransports(direction, protocol, offered)].map(([why, those]) => [those.join(', '), why]),
    );
    this.#list('body-why', [['binary', whyNotBinary(transport)]]);
    this.#list(
      'mode-why',
      MODES.map((mode) => [mode, whyNotMode(mode, transport)] as const),
    );
    this.#list(
      'protocol-why',
      PROTOCOLS.map((one) => [one, whyNotProtocol(one, offered)] as const).filter(([, why]) => why !== null),
    );
    const values = this.values();
    for (const part of this.#form.querySelectorAll<HTMLElement>('[data-when]')) {
      const [name, value] = part.dataset.when!.split('=') as [FieldName, string];
      show(part, values[name] === value);
    }
  }

  #grey(name: Choice, whyNot: (value: string) => string | null): void {
    const inputs = [...this.#form.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)];
    for (const input of inputs) {
      const why = whyNot(input.value);
      input.disabled = why !== null;
      input.parentElement!.title = why ?? '';
    }
    const chosen = inputs.find(({ checked }) => checked);
    if (chosen === undefined || !chosen.disabled) return;
    const next =
      inputs.find(({ value, disabled }) => value === FIRST[name] && !disabled) ??
      inputs.find(({ disabled }) => !disabled);
    if (next !== undefined) next.checked = true;
  }

  #list(id: string, rows: readonly (readonly [name: string, why: string | null])[]): void {
    const list = byId(this.#document, id);
    list.replaceChildren(
      ...rows.flatMap(([name, why]) =>
        why === null
          ? []
          : make(
              this.#document,
              'li',
              {},
              make(this.#document, 'b', {}, name),
              ' ',
              ...linked(this.#document, why),
            ),
      ),
    );
  }

  #tell(problems: Problems): void {
    for (const place of this.#form.querySelectorAll<HTMLElement>('[data-error]')) {
      const field = place.dataset.error as FieldName;
      const what = problems.get(field) ?? '';
      place.textContent = what;
      place.id = `error-${field}`;
      const input = this.#document.getElementById(field);
      if (input === null) continue;
      input.toggleAttribute('aria-invalid', false);
      if (what !== '') input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-describedby', place.id);
    }
  }
}
