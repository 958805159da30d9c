// A small vocabulary for tests: no catalogue stands behind it.

import type { NetworkProfile } from '../../../src/network/profile.ts';
import type { Vocabulary } from '../../../src/study/vocabulary.ts';

export const FAKE_VOCABULARY: Vocabulary = {
  datasets: ['book', 'video', 'file'],
  payloads: [],
  formats: [
    {
      name: 'json',
      isText: true,
      codecs: [
        { name: 'response.json', needsBrowser: false, takesAnswers: true },
        { name: 'JSON.parse', needsBrowser: false, takesAnswers: false },
      ],
      encoders: ['JSON.stringify'],
    },
    {
      name: 'xml',
      isText: true,
      codecs: [
        { name: 'domparser', needsBrowser: true, takesAnswers: false },
        { name: 'saxes', needsBrowser: false, takesAnswers: false },
      ],
      encoders: ['writer', 'other-writer'],
    },
    {
      name: 'protobuf',
      isText: false,
      codecs: [{ name: 'protobufjs', needsBrowser: false, takesAnswers: false }],
      encoders: ['protobufjs'],
    },
  ],
  compressions: [
    { name: 'none', levels: [], defaultLevel: null },
    { name: 'gzip', levels: [1, 6, 9], defaultLevel: 6 },
    { name: 'br', levels: [4, 5], defaultLevel: 5 },
  ],
  networks: ['none', '10mbit', 'lan', '3g'].map(fakeNetwork),
  browsers: ['chromium', 'firefox', 'webkit', 'node'],
  targets: ['node', 'dropwizard'],
  targetEncoders: {},
};

/** Figures that no catalogue has. */
function fakeNetwork(name: string): NetworkProfile {
  const limits = name === 'none' ? { downKbits: null, upKbits: null } : { downKbits: 7_000, upKbits: 700 };
  return { name, source: 'made up', ...limits, rttMs: 7, jitterMs: 0, lossShare: 0, queueBytes: 70_000 };
}
