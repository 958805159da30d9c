// Plays the runner of GitHub Actions: reads an action or a workflow, and runs the shell of its steps in a
// folder, with the files and variables that GitHub gives them. What the steps use of others is the test's.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { type Context, evaluated, expanded } from './expressions.ts';

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly 'continue-on-error'?: boolean;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export interface WorkflowFile {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly if?: string; readonly steps: readonly Step[] }>>;
}

/** What a step that uses an action does: answers its exit code. */
export type Uses = Readonly<Record<string, (inputs: Readonly<Record<string, string>>) => number>>;

export interface Around {
  /** The workspace. */
  readonly folder: string;
  readonly event: object;
  readonly eventName: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly uses?: Uses;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Nobody may write the summary. */
  readonly withoutSummary?: boolean;
}

export interface Played {
  /** Of the first step that failed; 0 where none did. */
  readonly code: number;
  /** All that was printed. */
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export function playAction(file: string, given: Readonly<Record<string, string>>, around: Around): Played {
  const { inputs, outputs, runs } = parse(readFileSync(file, 'utf8')) as ActionFile;
  if (runs.using !== 'composite') throw new Error(`${runs.using} is not played`);
  const unknown = Object.keys(given).filter((name) => !(name in inputs));
  if (unknown.length > 0) throw new Error(`the action has no input ${unknown.join(', ')}`);
  const values = Object.fromEntries(
    Object.entries(inputs).map(([name, { default: usual = '' }]) => [name, given[name] ?? usual]),
  );
  const played = new Player(around, path.dirname(file), { inputs: values });
  for (const step of runs.steps) {
    // A composite action needs a shell for each.
    if (step.run !== undefined && step.shell === undefined) throw new Error('a step without a shell');
    played.step(step);
  }
  return played.end((context) =>
    Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, expanded(value, context)])),
  );
}

export function playJob(file: string, job: string, around: Around): Played {
  const { jobs } = parse(readFileSync(file, 'utf8')) as WorkflowFile;
  const played = new Player(around, '', {});
  const { if: condition, steps } = jobs[job]!;
  if (condition === undefined || played.holds(condition)) for (const step of steps) played.step(step);
  return played.end(() => ({}));
}

class Player {
  readonly #around: Around;
  readonly #own: string;
  readonly #files: string;
  readonly #context: Record<string, unknown>;
  readonly #steps: Record<string, { outputs: Record<string, string> }> = {};
  #log = '';
  #code = 0;
  #next = 0;

  constructor(around: Around, actionPath: string, context: Context) {
    this.#around = around;
    this.#own = actionPath;
    this.#files = path.join(around.folder, '.runner');
    mkdirSync(this.#files, { recursive: true });
    writeFileSync(path.join(this.#files, 'event.json'), JSON.stringify(around.event));
    writeFileSync(path.join(this.#files, 'summary'), '');
    const github = { event: around.event, event_name: around.eventName, token: 'ghs_fake' };
    const { secrets = {} } = around;
    this.#context = { ...context, github, secrets, steps: this.#steps };
  }

  holds(condition: string): boolean {
    const inner = /^\$\{\{(.*)\}\}$/s.exec(condition.trim())?.[1] ?? condition;
    return evaluated(inner, this.#context) === true;
  }

  step(step: Step): void {
    const runs = step.if === undefined ? this.#code === 0 : this.holds(step.if);
    if (!runs) return;
    const code = step.uses === undefined ? this.#run(step) : this.#use(step.uses, step);
    if (code !== 0 && step['continue-on-error'] !== true && this.#code === 0) this.#code = code;
  }

  end(outputsOf: (context: Context) => Record<string, string>): Played {
    const summary = readFileSync(path.join(this.#files, 'summary'), 'utf8');
    return { code: this.#code, log: this.#log, summary, outputs: outputsOf(this.#context) };
  }

  #use(uses: string, step: Step): number {
    const action = this.#around.uses?.[uses.replace(/@.*/, '')];
    if (action === undefined) throw new Error(`nobody plays ${uses}`);
    return action(this.#expanded(step.with ?? {}));
  }

  #run({ run, shell = 'bash', env = {}, id }: Step): number {
    if (shell !== 'bash') throw new Error(`${shell} is not played`);
    const output = path.join(this.#files, `output-${this.#next++}`);
    const script = `${output}.sh`;
    writeFileSync(output, '');
    writeFileSync(script, expanded(run!, this.#context));
    const { withoutSummary = false, folder } = this.#around;
    const summary = withoutSummary
      ? path.join(this.#files, 'no', 'summary')
      : path.join(this.#files, 'summary');
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-e', '-o', 'pipefail', script],
      {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...this.#around.env,
          CI: 'true',
          GITHUB_ACTIONS: 'true',
          GITHUB_WORKSPACE: folder,
          GITHUB_REPOSITORY: 'team/shop',
          GITHUB_EVENT_NAME: this.#around.eventName,
          GITHUB_EVENT_PATH: path.join(this.#files, 'event.json'),
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: summary,
          ...(this.#own !== '' && { GITHUB_ACTION_PATH: this.#own }),
          ...this.#expanded(env),
        },
      },
    );
    this.#log += stdout + stderr;
    if (id !== undefined) this.#steps[id] = { outputs: readOutputs(output) };
    return status ?? 1;
  }

  #expanded(values: Readonly<Record<string, unknown>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, expanded(String(value), this.#context)]),
    );
  }
}

function readOutputs(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}
