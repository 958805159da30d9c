// The method init: what a client asks the service when it starts. The answer has the properties whose keys
// the request names, and everything else that the service can say about itself.

import type { DataRecord } from '../schema.ts';

const DATA_ID = '31.02.07';

const SERVICE = {
  beginOfService: '2011-06-12',
  endOfService: '2011-12-10',
  buildDate: '2011-06-09',
  buildTime: '04:17:53',
};

const BUILD_TEXTS = { de: 'Fahrplandaten für Stadt und Umland', en: 'Timetables of town and surroundings' };

const PROPERTIES: ReadonlyMap<string, string> = new Map([
  ['operator', 'Verkehrsverbund Unterelbe'],
  ['telephone', '+49 40 555 0194'],
  ['website', 'https://fahrplan.example'],
  ['area', 'Hamburg und Umland'],
  ['tariff', 'Ringe A bis E'],
  ['currency', 'EUR'],
  ['timeZone', 'Europe/Berlin'],
  ['coordinates', 'EPSG:4326'],
  ['maxVia', '8'],
  ['languages', 'de, en'],
  ['realTime', 'U-Bahn, S-Bahn'],
  ['notice', 'Brückensperrung: Züge enden früher'],
  ['licence', 'Nur für Auskünfte'],
]);

export const PROPERTY_KEYS: readonly string[] = [...PROPERTIES.keys()];

/** An unknown key has the empty text. */
export function answerInit({ id, language, keys }: DataRecord): DataRecord {
  if (keys === undefined) return { returnCode: 'OK', id: id!, dataId: DATA_ID };
  const { beginOfService, endOfService, buildDate, buildTime } = SERVICE;
  return {
    returnCode: 'OK',
    beginOfService,
    endOfService,
    id: id!,
    dataId: DATA_ID,
    buildDate,
    buildTime,
    buildText: language === 'de' ? BUILD_TEXTS.de : BUILD_TEXTS.en,
    properties: (keys as string[]).map((key) => ({ key, value: PROPERTIES.get(key) ?? '' })),
  };
}
