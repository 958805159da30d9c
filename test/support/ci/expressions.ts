// The expressions of GitHub's workflows, as far as ours use them; any other is an error, so that none is
// played wrongly.

export type Context = Readonly<Record<string, unknown>>;

/** `a ${{ inputs.file }} b`, with its expressions' values. */
export function expanded(text: string, context: Context): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => {
    const value = evaluated(expression, context);
    return value == null ? '' : String(value);
  });
}

export function evaluated(expression: string, context: Context): unknown {
  const text = expression.trim();
  if (text === '!cancelled()') return true;
  const [, left, right] = /^([\w.-]+) == '([^']*)'$/.exec(text) ?? [];
  if (left !== undefined) return evaluated(left, context) === right;
  if (!/^[\w-]+(\.[\w-]+)+$/.test(text)) throw new Error(`an expression that nobody plays: ${text}`);
  const [root, ...names] = text.split('.');
  if (!(root! in context)) throw new Error(`no such context: ${text}`);
  return names.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    context[root!],
  );
}
