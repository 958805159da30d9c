// The brackets that are open at a place of a JSON text, and that place as a path.

import { pathStep } from './say.ts';

export interface Frame {
  isArray: boolean;
  index: number;
  /** Of an object's key with its quotes, in bytes; both 0 before the first. */
  keyStart: number;
  keyEnd: number;
}

export function emptyFrames(length: number): Frame[] {
  return Array.from({ length }, () => ({ isArray: false, index: 0, keyStart: 0, keyEnd: 0 }));
}

/**
 * Of the value inside these brackets, the outermost first: `items[3].price`. `textOf`: a key between two
 * offsets.
 */
export function framesPath(frames: readonly Frame[], textOf: (start: number, end: number) => string): string {
  let path = '';
  for (const { isArray, index, keyStart, keyEnd } of frames) {
    if (isArray) path += `[${index}]`;
    else if (keyEnd !== 0) path += pathStep(textOf(keyStart, keyEnd));
  }
  return path.replace(/^\./, '');
}
