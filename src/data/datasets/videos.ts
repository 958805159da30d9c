// Videos as in the published study (Opijac and Mogensen 2017): what a video site's list would hold.
//
// The calls of java.util.Random for one Video, in this order (targets in other languages repeat them):
//   uri            11 times nextInt(62), after "https://www.youtube.com/watch?v="
//   title          10 + nextInt(21), then that many nextInt(62)
//   format         nextInt(8) into webm, mkv, flv, mp4, avi, mov, wmv, ogg
//   height, width  one nextInt(8) for the pair
//   length         10 + nextInt(3591)
//   views          nextInt(10000001)
//   enabled        nextBoolean
// nextInt(62) is an index into 0-9 A-Z a-z. The study prints the pairs as 256·144 and so on: width · height,
// as video formats are written everywhere.

import type { JavaRandom } from '../../base/java-random.ts';
import { flatSchema } from '../flat-schema.ts';
import type { DataRecord } from '../schema.ts';
import type { Dataset } from './dataset.ts';
import { drawCharacters, drawInteger, drawOne, drawString } from './draws.ts';

const FORMATS = ['webm', 'mkv', 'flv', 'mp4', 'avi', 'mov', 'wmv', 'ogg'];

const SIZES = [
  { width: 256, height: 144 },
  { width: 426, height: 240 },
  { width: 640, height: 360 },
  { width: 854, height: 480 },
  { width: 1_280, height: 720 },
  { width: 1_920, height: 1_080 },
  { width: 2_560, height: 1_440 },
  { width: 3_840, height: 2_160 },
];

export const VIDEOS: Dataset = {
  name: 'video',
  seed: 20170614,
  schema: flatSchema('Videos', 'Video', [
    { name: 'uri', type: 'string' },
    { name: 'title', type: 'string' },
    { name: 'format', type: 'string' },
    { name: 'height', type: 'int32' },
    { name: 'width', type: 'int32' },
    { name: 'length', type: 'int32' },
    { name: 'views', type: 'int32' },
    { name: 'enabled', type: 'boolean' },
  ]),
  generate: drawVideo,
};

// It uses variables rather than one literal because height and width come from one draw.
function drawVideo(random: JavaRandom): DataRecord {
  const uri = `https://www.youtube.com/watch?v=${drawCharacters(random, 11)}`;
  const title = drawString(random, 10, 30);
  const format = drawOne(random, FORMATS);
  const { height, width } = drawOne(random, SIZES);
  const length = drawInteger(random, 10, 3_600);
  const views = drawInteger(random, 0, 10_000_000);
  const enabled = random.nextBoolean();
  return { uri, title, format, height, width, length, views, enabled };
}
