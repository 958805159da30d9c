// The network that the transit service knows: made-up stations and lines round Hamburg, always the same ones,
// drawn by java.util.Random from the seed below so that every implementation has them.
//
// For each of the 144 stations, in this order:
//   name          nextInt(32) into BEGINNINGS, nextInt(24) into ENDINGS, nextInt(8) into ADDITIONS; all three
//                 again as long as an earlier station has that name
//   municipality  nextInt(8) into MUNICIPALITIES
//   latitude      the municipality's + nextInt(6001) − 3000, in units of 0.00001°; the longitude likewise
// Then for each of the LINES: 12 + nextInt(9) stops, each nextInt(144) again and again until it is a station
// that the line has not. A line's stops are then ordered by longitude, of each second line by latitude (equal
// ones by number).

import { JavaRandom } from '../../base/java-random.ts';
import { drawOne } from '../datasets/draws.ts';

const SEED = 20110627;
const STATION_COUNT = 144;

// biome-ignore format: a list of words reads better in rows
const BEGINNINGS = [
  'Alten', 'Barm', 'Berg', 'Blanken', 'Borg', 'Bram', 'Dulen', 'Eidel', 'Eppen', 'Fuhls', 'Groß', 'Grün', 'Hagen',
  'Hammer', 'Horn', 'Hummels', 'Klein', 'Langen', 'Lohe', 'Lübe', 'Mühlen', 'Neu', 'Nien', 'Ochsen', 'Öjen', 'Rahl',
  'Schnel', 'Sten', 'Süder', 'Uhlen', 'Volks', 'Wands',
];

// biome-ignore format: as above
const ENDINGS = [
  'beck', 'bek', 'berg', 'brook', 'brücke', 'bürg', 'büttel', 'dorf', 'feld', 'fleet', 'hafen', 'horst', 'hude', 'kamp',
  'moor', 'mühle', 'ort', 'see', 'stedt', 'stieg', 'tor', 'werder', 'wiek', 'wisch',
];

const ADDITIONS = ['', '', '', '', ' Markt', ' Mitte', ' Straße', ' Süd'];

const HAMBURG = { name: 'Hamburg', latitude: 5_355_000, longitude: 999_000 };

/** Coordinates of the middle, in units of 0.00001°. */
const MUNICIPALITIES = [
  HAMBURG,
  HAMBURG,
  HAMBURG,
  HAMBURG,
  { name: 'Ahrensburg', latitude: 5_367_500, longitude: 1_023_500 },
  { name: 'Glinde', latitude: 5_354_000, longitude: 1_021_000 },
  { name: 'Norderstedt', latitude: 5_370_000, longitude: 1_001_000 },
  { name: 'Pinneberg', latitude: 5_365_500, longitude: 979_500 },
];

const LINES = [
  { type: 'U-Bahn', names: ['U1', 'U2', 'U3', 'U4'] },
  { type: 'S-Bahn', names: ['S1', 'S11', 'S2', 'S21', 'S3', 'S31'] },
  { type: 'Regionalbahn', names: ['RB61', 'RB81'] },
  { type: 'Schnellbus', names: ['31', '34', '36', '37'] },
].flatMap(({ type, names }) => names.map((name) => ({ name, type })));

export interface Station {
  /** Its place in the network, from 0. */
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly municipality: string;
  /** In degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Names, in the order of the network's lines. */
  readonly lines: readonly string[];
}

export interface TransitLine {
  /** Its place in the network, from 0. */
  readonly number: number;
  readonly name: string;
  readonly type: string;
  readonly stops: readonly Station[];
}

export interface Network {
  readonly stations: readonly Station[];
  readonly lines: readonly TransitLine[];
}

export const NETWORK: Network = drawNetwork(new JavaRandom(SEED));

function drawNetwork(random: JavaRandom): Network {
  const stations: (Station & { readonly lines: string[] })[] = [];
  const names = new Set<string>();
  for (let number = 0; number < STATION_COUNT; number++) {
    const name = drawName(random, names);
    names.add(name);
    const municipality = drawOne(random, MUNICIPALITIES);
    const latitude = drawNear(random, municipality.latitude);
    const longitude = drawNear(random, municipality.longitude);
    const id = `hh:${10_001 + number}`;
    stations.push({ number, id, name, municipality: municipality.name, latitude, longitude, lines: [] });
  }
  const lines = LINES.map(({ name, type }, number) => {
    const stops = drawStops(random, number, stations);
    for (const { number: stop } of stops) stations[stop]!.lines.push(name);
    return { number, name, type, stops };
  });
  return { stations, lines };
}

function drawName(random: JavaRandom, taken: ReadonlySet<string>): string {
  for (;;) {
    const name = drawOne(random, BEGINNINGS) + drawOne(random, ENDINGS) + drawOne(random, ADDITIONS);
    if (!taken.has(name)) return name;
  }
}

/** In degrees; a whole number is divided, so that every language has the same double. */
function drawNear(random: JavaRandom, middle: number): number {
  return (middle + random.nextInt(6_001) - 3_000) / 100_000;
}

function drawStops(random: JavaRandom, line: number, stations: readonly Station[]): Station[] {
  const count = 12 + random.nextInt(9);
  const stops = new Set<Station>();
  while (stops.size < count) stops.add(drawOne(random, stations));
  const along = line % 2 === 0 ? 'longitude' : 'latitude';
  return [...stops].sort((a, b) => a[along] - b[along] || a.number - b.number);
}
