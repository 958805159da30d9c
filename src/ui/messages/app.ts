// The page at work: the form gives orders, they are carried out, the answer stands on top, and all runs stay
// to be compared until they are cleared.

import { byId, make, show } from '../shell/dom.ts';
import { LabError, LabGone } from '../shell/lab-api.ts';
import { shownTable } from '../shell/table.ts';
import { type Carrier, carryOut } from './carry-out.ts';
import { MessageForm } from './form.ts';
import { DIRECTION_WORDS, type Offered } from './offers.ts';
import type { PageOrder, PageRun } from './page-run.ts';
import { LINE_COLOURS, latencyLine, latencyTable, sizeLines } from './results/chart-data.ts';
import type { Charts } from './results/charts.ts';
import { asCsv, asJson, runRows } from './results/export-runs.ts';
import { computeFigures, failureReason } from './results/figures.ts';
import { ResultView } from './results/result-view.ts';
import { showRuns } from './results/runs-table.ts';
import { sayOrder } from './results/say-run.ts';
import { type AskTurn, TurnEnd, takeTurn } from './turn.ts';

/** The page's policy lets it speak with none but the one that it was loaded with. */
const TARGET_AGAIN = 'The target was started again: load the page anew.';

export interface Surroundings {
  readonly document: Document;
  readonly charts: Charts;
  readonly carrier: Carrier;
  readonly askTurn: AskTurn;
  /** The target was started again since the page was loaded, and is elsewhere. */
  readonly isTargetAnother: () => Promise<boolean>;
  readonly copy: (text: string) => Promise<void>;
  readonly download: (name: string, text: string) => void;
}

export class App {
  readonly #around: Surroundings;
  readonly #view: ResultView;
  readonly #form: MessageForm;
  #runs: PageRun[] = [];
  #count = 0;
  #stopping: AbortController | null = null;

  constructor(around: Surroundings, offered: Offered) {
    this.#around = around;
    this.#view = new ResultView(around.document);
    this.#form = new MessageForm(around.document, offered, {
      onOrders: (orders) => void this.#run(orders),
      onStop: () => this.#stopping?.abort(),
    });
    this.#onClick('clear', () => this.#clear());
    this.#onClick('copy-csv', () => void this.#copy());
    this.#onClick('download-json', () => around.download('messages.json', asJson(runRows(this.#runs))));
    const main = byId(around.document, 'main');
    show(main, true);
    main.setAttribute('aria-busy', 'false');
  }

  set offered(offered: Offered) {
    this.#form.offered = offered;
  }

  async #run(orders: readonly PageOrder[]): Promise<void> {
    const stopping = new AbortController();
    this.#stopping = stopping;
    this.#form.isRunning = true;
    this.#bringIntoView();
    const before = this.#count;
    let hasFailed = false;
    const watcher = {
      onDoing: (doing: Parameters<ResultView['doing']>[0]) => this.#view.doing(doing),
      onRun: (given: Omit<PageRun, 'number'>) => {
        const run = { ...given, number: ++this.#count };
        hasFailed ||= failureReason(run) !== null;
        this.#add(run);
      },
    };
    let giveBack: (() => void) | null = null;
    try {
      giveBack = await takeTurn(this.#around.askTurn, stopping, (waitsFor) => this.#view.waits(waitsFor));
      const isWhole =
        giveBack !== null && (await carryOut(orders, this.#around.carrier, watcher, stopping.signal));
      if (!isWhole) this.#sayStopped(stopping.signal.reason, this.#count > before);
      if (hasFailed && (await this.#around.isTargetAnother())) this.#view.caution(TARGET_AGAIN);
    } catch (thrown) {
      this.#view.say(sayThrown(thrown));
    } finally {
      giveBack?.();
      this.#stopping = null;
      this.#view.doing(null);
      this.#form.isRunning = false;
    }
  }

  /**
   * Whoever pressed Stop here knows it; what ended it from elsewhere is told beside what there is by then.
   */
  #sayStopped(reason: unknown, hasRuns: boolean): void {
    const why = reason instanceof TurnEnd ? reason.message : null;
    if (!hasRuns) this.#view.say(`${why ?? 'Stopped.'} Nothing was measured to its end.`);
    else if (why !== null) this.#view.caution(why);
  }

  #add(run: PageRun): void {
    this.#runs.push(run);
    this.#view.run(run);
    this.#redraw();
  }

  #redraw(): void {
    const { document, charts } = this.#around;
    showRuns(document, this.#runs);
    const last = this.#runs.at(-1);
    const latencies = last === undefined ? null : latencyLine(last);
    show(byId(document, 'latency-figure'), latencies !== null);
    const latencyPlace = byId(document, 'latency-chart');
    if (latencies === null) charts.clear(latencyPlace);
    else {
      latencyPlace.setAttribute('role', 'img');
      latencyPlace.setAttribute('aria-label', 'Latency of each message; the table below has how they lie.');
      charts.latency(latencyPlace, latencies);
      byId(document, 'latency-table').replaceChildren(shownTable(document, latencyTable(latencies)));
    }
    byId(document, 'latency-of').textContent = last === undefined ? '' : sayOrder(last.order);
    this.#redrawSizes();
  }

  #redrawSizes(): void {
    const { document, charts } = this.#around;
    const lines = sizeLines(this.#runs);
    const place = byId(document, 'size-chart');
    show(byId(document, 'size-figure'), lines !== null);
    if (lines === null) {
      charts.clear(place);
      return;
    }
    const spec = this.#runs.findLast((run) => computeFigures(run) !== null)!.order.spec;
    byId(document, 'size-of').textContent = `${DIRECTION_WORDS[spec.direction]} · ${spec.mode}`;
    byId(document, 'size-keys').replaceChildren(
      ...lines.lines.map(({ label }, i) =>
        make(document, 'li', { class: `key k${i % LINE_COLOURS}` }, label),
      ),
    );
    place.setAttribute('role', 'img');
    place.setAttribute(
      'aria-label',
      `Time a message against its size: ${lines.lines.map(({ label }) => label).join('; ')}. The figures are in the table below.`,
    );
    charts.size(place, lines);
  }

  #clear(): void {
    this.#runs = [];
    this.#view.clear();
    this.#redraw();
    byId(this.#around.document, 'run').focus();
  }

  async #copy(): Promise<void> {
    const button = byId(this.#around.document, 'copy-csv');
    const words = 'Copy as CSV';
    try {
      await this.#around.copy(asCsv(runRows(this.#runs)));
      button.textContent = 'Copied';
    } catch {
      // Without a secure context there is no clipboard.
      this.#around.download('messages.csv', asCsv(runRows(this.#runs)));
      button.textContent = 'Saved as a file';
    }
    button.addEventListener('blur', () => (button.textContent = words), { once: true });
    byId(this.#around.document, 'said').textContent = button.textContent;
  }

  /** On a phone the form stands above the answer. */
  #bringIntoView(): void {
    const { document } = this.#around;
    const answer = byId(document, 'answer');
    if (answer.getBoundingClientRect().top > (document.defaultView?.innerHeight ?? 0) * 0.6)
      answer.scrollIntoView();
  }

  #onClick(id: string, act: () => void): void {
    byId(this.#around.document, id).addEventListener('click', act);
  }
}

function sayThrown(thrown: unknown): string {
  if (thrown instanceof LabError || thrown instanceof LabGone) return thrown.message;
  return `The page failed, which is a bug: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
}
