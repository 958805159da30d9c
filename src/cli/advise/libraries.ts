// What the decoders of the ways need, libraries with their weights.

import { libraryWeights } from '../../advise/library-weight.ts';
import { platformNeeds } from '../../advise/needs.ts';
import { codecNamed } from '../../formats/catalogue.ts';
import type { Needs, Way } from '../../record/advice-facts.ts';

/** Of every decoder once. */
export async function neededLibraries(ways: readonly Way[]): Promise<Needs[]> {
  const all = [
    ...new Map(ways.map(({ format, codec }) => [`${format}/${codec}`, { format, codec }])).values(),
  ];
  const weights = await libraryWeights(all.map(({ format, codec }) => codecNamed(format, codec)));
  return all.map(({ format, codec }, i) => {
    const { schema, eval: needsEval } = platformNeeds(format, codec);
    return { format, codec, schema, eval: needsEval, library: weights[i] ?? null };
  });
}
