// Readable names of cells: `json gzip-6 n=1000`, `websocket 100 B`. Only what varies in the study is named,
// and what goes without saying is not: no compression, no computation, no emulated network, a warm
// connection, plain HTTP/1.1.

import { type FactorName, factorNamed, NAMING_ORDER } from '../factors/catalogue.ts';
import { type Cell, hasFactor, isSequence, wordOf } from '../factors/cell.ts';
import { type MessageSize, SIZE_OF_DATA } from '../factors/size.ts';
import { Varying } from './varying.ts';

/** Ids of the cells in their order, unique if the cells are. */
export function cellIds(cells: readonly Cell[]): string[] {
  const all = new Varying(cells);
  const sequences = new Varying(cells.filter(isSequence));
  return cells.map((cell) => wordsOfId(cell, isSequence(cell) ? sequences : all).join(' '));
}

/** A request's format and a sequence's transport always, else what varies. */
function wordsOfId(cell: Cell, varying: Varying): string[] {
  return NAMING_ORDER.filter((name) => isNamed(cell, name, varying)).map((name) =>
    idWord(cell, name, varying),
  );
}

function isNamed(cell: Cell, name: FactorName, varying: Varying): boolean {
  // Codec and encoder stand behind their format.
  if (name === 'codec' || name === 'encoder' || !isNamedFor(cell, name)) return false;
  if (name === 'transport') return true;
  if (name === 'format' && (!isSequence(cell) || varying.format(cell).length > cell.format.length))
    return true;
  return !goesUnsaid(cell, name) && variesFor(cell, name, varying);
}

/** Calls are named by their procedure, though it is their kind that says it. */
function isNamedFor(cell: Cell, name: FactorName): boolean {
  return hasFactor(cell, name) || (name === 'procedure' && cell.kind === 'call');
}

function goesUnsaid(cell: Cell, name: FactorName): boolean {
  if (isSequence(cell) && name === 'size' && cell.size === SIZE_OF_DATA) return true;
  return usualWord(cell, name) === wordOf(cell, name);
}

/** The level that ids leave out; undefined where every level is told. */
function usualWord(cell: Cell, name: FactorName) {
  const { unsaidIn, byDefault = {} } = factorNamed(name);
  return unsaidIn.includes(cell.kind) ? (byDefault[cell.kind] ?? byDefault.request) : undefined;
}

/** Of a sequence's protocol and direction its transport decides. */
function variesFor(cell: Cell, name: FactorName, varying: Varying): boolean {
  const ofTransport = isSequence(cell) && (name === 'protocol' || name === 'direction');
  return ofTransport ? varying.hasWithinTransport(cell, name) : varying.has(name);
}

function idWord(cell: Cell, name: FactorName, varying: Varying): string {
  if (name === 'format') return varying.format(cell);
  if (name === 'n') return `n=${cell.n}`;
  if (name === 'cpu') return `cpu=${wordOf(cell, name)}`;
  if (name === 'clients') return `clients=${wordOf(cell, name)}`;
  return name === 'size' && isSequence(cell) ? saySize(cell.size) : String(wordOf(cell, name));
}

/** `100 B`, `random 100–1000 B`, `growing by 100 B`. */
export function saySize(size: MessageSize): string {
  switch (size.policy) {
    case 'data':
      return 'data';
    case 'fixed':
      return `${size.bytes} B`;
    case 'random':
      return `random ${size.least}–${size.most} B`;
    case 'growing':
      return `growing by ${size.bytes} B`;
  }
}
