// As much of a browser's window as a section needs, for tests of its parts in Node.

import { keepToken } from '../../../src/ui/shell/lab-api.ts';

/**
 * A page under this path whose lab is asked with a token; `more`: what else the part needs. Answers how to
 * take it away again.
 */
export function openLabWindow(pathname: string, more: Readonly<Record<string, unknown>> = {}): () => void {
  const window = {
    location: { hash: '', pathname, search: '' },
    localStorage: { getItem: () => 'token' },
    addEventListener: () => {},
  };
  const values = Object.entries({ window, ...more });
  const had = values.map(([name]) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of values)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  keepToken();
  return () => {
    for (const [name, descriptor] of had) {
      Reflect.deleteProperty(globalThis, name);
      if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor);
    }
  };
}
