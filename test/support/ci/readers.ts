// What a CI reads of a gate, by other readers than what wrote it: workflow commands by the grammar of
// GitHub's runner, JUnit by an XML parser held to the published schema.

import { SaxesParser } from 'saxes';

export interface Annotation {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/**
 * Of each line that is a command: `::name key=value,key=value::message`. From `::stop-commands::word` to
 * `::word::` none is.
 */
export function readAnnotations(log: string): Annotation[] {
  let stopped: string | null = null;
  return log.split(/\r\n|\r|\n/).flatMap((line) => {
    if (stopped !== null) {
      if (line.trim() === `::${stopped}::`) stopped = null;
      return [];
    }
    const found = /^\s*::([\w-]+)(?: ([^:]*))?::(.*)$/.exec(line);
    if (found === null) return [];
    if (found[1] === 'stop-commands') {
      stopped = found[3]!;
      return [];
    }
    const pairs = (found[2] ?? '').split(',').filter((pair) => pair !== '');
    const properties = pairs.map((pair): [string, string] => {
      const at = pair.indexOf('=');
      if (at < 1) throw new Error(`no property: ${pair}`);
      return [pair.slice(0, at).trim(), unescapedProperty(pair.slice(at + 1))];
    });
    return [
      { command: found[1]!, properties: Object.fromEntries(properties), message: unescaped(found[3]!) },
    ];
  });
}

function unescaped(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

function unescapedProperty(text: string): string {
  return unescaped(text.replaceAll('%3A', ':').replaceAll('%2C', ','));
}

export interface JunitCase {
  readonly name: string;
  readonly classname: string;
  readonly failure: string | null;
  /** Why it was skipped; null where it was not. */
  readonly skipped: string | null;
  readonly text: string;
}

interface ElementRule {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly children: readonly string[];
}

/** Of the schema that Jenkins' xUnit plugin publishes (junit-10.xsd), what a suite of cases may have. */
const SCHEMA: Readonly<Record<string, ElementRule>> = {
  testsuites: {
    required: [],
    optional: ['name', 'time', 'tests', 'failures', 'errors'],
    children: ['testsuite'],
  },
  testsuite: {
    required: ['name', 'tests'],
    optional: ['failures', 'errors', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file'],
    children: ['properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    required: ['name', 'classname'],
    optional: ['time', 'group', 'status', 'file'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: { required: [], optional: ['message', 'type'], children: [] },
  skipped: { required: [], optional: ['message', 'type'], children: [] },
  'system-out': { required: [], optional: [], children: [] },
};

/** Throws where it is no XML, keeps no schema, or counts wrongly. */
export function readJunit(xml: string): JunitCase[] {
  const cases: { -readonly [Key in keyof JunitCase]: JunitCase[Key] }[] = [];
  const open: string[] = [];
  const counts = { tests: -1, failures: -1, skipped: -1 };
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const rule = SCHEMA[name];
    if (rule === undefined) throw new Error(`no element of JUnit: ${name}`);
    const parent = open.at(-1);
    if (parent === undefined ? !name.startsWith('testsuite') : !SCHEMA[parent]!.children.includes(name))
      throw new Error(`${name} in ${parent}`);
    for (const needed of rule.required)
      if (!(needed in attributes)) throw new Error(`${name} lacks ${needed}`);
    for (const key of Object.keys(attributes))
      if (![...rule.required, ...rule.optional].includes(key)) throw new Error(`${name} has ${key}`);
    const value = (key: string) => String(attributes[key] ?? '');
    if (name === 'testsuite')
      for (const key of ['tests', 'failures', 'skipped'] as const) counts[key] = Number(value(key));
    if (name === 'testcase')
      cases.push({
        name: value('name'),
        classname: value('classname'),
        failure: null,
        skipped: null,
        text: '',
      });
    if (name === 'failure') cases.at(-1)!.failure = value('message');
    if (name === 'skipped') cases.at(-1)!.skipped = value('message');
    open.push(name);
  });
  parser.on('text', (text) => {
    const inside = open.at(-1);
    if (inside === 'failure' || inside === 'system-out') cases.at(-1)!.text += text;
    else if (text.trim() !== '') throw new Error(`text in ${inside}: ${text}`);
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const skipped = cases.filter((one) => one.skipped !== null).length;
  if (counts.tests !== cases.length || counts.failures !== failures || counts.skipped !== skipped)
    throw new Error(
      `${JSON.stringify(counts)} of ${cases.length} cases, ${failures} failures and ${skipped} skipped`,
    );
  return cases;
}
