// The texts at the top of a YAML file, without the rest of it, which takes a hundred times as long to read.
// What is wrong with the file is told when it is used.

import { parseDocument } from 'yaml';

/** Of a key at the top, with the lines that go on with it; '' where there is none. YAML reads JSON too. */
export function topText(text: string, key: string): string {
  const [part] = new RegExp(`^${key}:.*(?:\\n[ \\t]+.*)*`, 'm').exec(text) ?? [text];
  const about = parseDocument(part).toJS() as Record<string, unknown> | null;
  const value = about?.[key];
  return typeof value === 'string' ? value : '';
}
