import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { makeCells } from '../../../test/support/model/made-cells.ts';
import { makeModel } from '../../model/model.ts';
import { profileNamed } from '../../network/profiles.ts';
import { computingPlaces } from './computing-places.ts';

/** ms on the server and on the client. */
const TAKEN = { cm1: [0.05, 0.05], cm3: [8, 30], cm4: [80, 20] } as const;

test('for each computation the faster place is named, where the model can tell it', () => {
  const [base] = makeCells({
    ns: [100],
    formats: ['json'],
    compressions: ['none'],
    networks: ['none'],
    sessions: 5,
    levelSd: 0.05,
    noiseSd: 0.03,
    seed: 1,
  });
  const cells = Object.entries(TAKEN).flatMap(([computation, taken]) =>
    (['e2', 'e3'] as const).map((procedure, place) => {
      const computeMs = taken[place]!;
      const item = procedure === 'e2' ? 'serverComputeMs' : 'clientComputeMs';
      const sessions = [...base!.sessions].map(
        ([name, times]) =>
          [name, { ...times, [item]: computeMs, totalMs: times.totalMs + computeMs }] as const,
      );
      const words = { ...base!.factors, compression: 'none', clients: '0', procedure, computation };
      const factors = requestCell(words);
      return { ...base!, id: `${procedure} ${computation}`, factors, sessions: new Map(sessions) };
    }),
  );
  const networks = [profileNamed('none')!];
  const model = makeModel(cells, networks, { seed: 1, confidence: 0.95 })!;
  const [places, ...rest] = computingPlaces(model, networks);
  assert.deepEqual(rest, []);
  assert.deepEqual(
    places!.steps.map(({ computation, faster }) => [computation, faster]),
    [
      ['cm1', null],
      ['cm3', 'server'],
      ['cm4', 'client'],
    ],
  );
});
