// Pieces of JavaScript that snippets are made of, for names and values that may be anything.

import type { TypeSpec } from '../../../data/schema.ts';

/** An arrow function that makes an object. */
export function objectFunction(parameter: string, properties: readonly string[]): string {
  if (properties.length === 0) return '() => ({})';
  return [`(${parameter}) => ({`, ...properties.map((each) => `  ${each},`), '})'].join('\n');
}

/** Whether a value is of that kind. */
export function kindTest(type: TypeSpec, value: string): string {
  switch (type.kind) {
    case 'null':
    case 'never':
      return `${value} === null`;
    case 'array':
      return `Array.isArray(${value})`;
    case 'integer':
    case 'double':
      return `typeof ${value} === 'number'`;
    case 'boolean':
    case 'string':
      return `typeof ${value} === '${type.kind}'`;
    default:
      return `typeof ${value} === 'object' && ${value} !== null && !Array.isArray(${value})`;
  }
}

/** What becomes of each item of a list, where `made` is that of `each`. */
export function mapped(list: string, made: string): string {
  if (made === 'each') return list;
  const called = /^(\w+)\(each\)$/.exec(made)?.[1];
  return `${list}.map(${called ?? `(each) => ${made}`})`;
}

/** The same for the values of an object whose keys are data. */
export function mappedValues(object: string, made: string): string {
  if (made === 'each') return object;
  return `Object.fromEntries(Object.entries(${object}).map(([key, each]) => [key, ${made}]))`;
}

export function access(object: string, key: string): string {
  return isIdentifier(key) ? `${object}.${key}` : `${object}[${quoted(key)}]`;
}

export function propertyName(key: string): string {
  return isIdentifier(key) ? key : quoted(key);
}

function isIdentifier(key: string): boolean {
  return /^[A-Za-z_]\w*$/.test(key);
}

export function quoted(text: string): string {
  const literal = JSON.stringify(text);
  return /['\\]/.test(literal) ? literal : `'${literal.slice(1, -1)}'`;
}
