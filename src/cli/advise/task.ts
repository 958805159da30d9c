// What was chosen → a run that measures it and keeps what was known before.

import { adviceStudy } from '../../advise/advice-study.ts';
import { libraryWeights } from '../../advise/library-weight.ts';
import { platformNeeds } from '../../advise/needs.ts';
import { refusedFrom } from '../../advise/ways.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { codecNamed } from '../../formats/catalogue.ts';
import type { AdviceFacts, AdvisedPayload, Needs, Way } from '../../record/advice-facts.ts';
import type { PayloadRef } from '../../study/study.ts';
import { freshTask, type MeasuringTask, MORE_TIME, requireCells } from '../study/measure-study.ts';
import { planWithLink } from '../study/plan-study.ts';
import type { ChosenNetworks } from './choose.ts';
import { objectsAsked } from './kept.ts';
import type { PreparedData } from './prepared.ts';
import type { ScreenedPayload } from './screen-all.ts';
import { todayFacts } from './todays-way.ts';

export async function describeTask(
  { settings, ref, today: shown }: PreparedData,
  { screened, ways, today }: ScreenedPayload,
  { profiles, ...chosen }: ChosenNetworks,
  host: Host,
  drivers: Drivers,
): Promise<MeasuringTask> {
  const { browser, protocol, link } = settings;
  const seed = settings.seed ?? host.freshSeed();
  const n = objectsAsked(ref, settings);
  const question = { ...chosen, payload: ref, n, browser, protocol, networks: profiles, seed };
  const study = {
    ...adviceStudy({ ...question, today: ways[today]! }),
    ...(settings.price !== null && { price: settings.price }),
  };
  const { plan, notes } = await planWithLink(study, link, host, drivers);
  for (const note of notes) host.err(`note: ${note}\n`);
  await requireCells(plan, null, drivers, MORE_TIME);
  const advice: AdviceFacts = {
    payload: advisedPayload(ref, shown.sourceBytes),
    today: todayFacts(shown, ways[today]!, settings),
    ways,
    refused: refusedFrom(screened),
    needs: await neededLibraries(ways),
    networks: chosen.networks,
    epsilon: settings.epsilon,
  };
  return {
    // Its budget has been running since it was reckoned.
    ...freshTask({ study, plan }, link, host, null, chosen.fromMs),
    advice,
    // Whoever asks for advice waits for it: the time beyond the fewest sessions is for what these leave open.
    // Where there is none for so many, they have all of it.
    areFirstShort: chosen.sessions === null,
  };
}

/** What the decoders of the ways need, each of them once, with the weights of their libraries. */
async function neededLibraries(ways: readonly Way[]): Promise<Needs[]> {
  const all = [
    ...new Map(ways.map(({ format, codec }) => [`${format}/${codec}`, { format, codec }])).values(),
  ];
  const weights = await libraryWeights(all.map(({ format, codec }) => codecNamed(format, codec)));
  return all.map(({ format, codec }, i) => {
    const { schema, eval: needsEval } = platformNeeds(format, codec);
    return { format, codec, schema, eval: needsEval, library: weights[i] ?? null };
  });
}

/** Its schema and digest stand in the study already. */
function advisedPayload(
  { name, source, shape, count, dictionary, notes }: PayloadRef,
  sourceBytes: number,
): AdvisedPayload {
  const own = { name, source, shape, count, sourceBytes, notes };
  return dictionary === undefined ? own : { ...own, dictionary };
}
