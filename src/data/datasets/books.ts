// Books as in the published study (Opijac and Mogensen 2017): what a bookshop's list would hold.
//
// The calls of java.util.Random for one Book, in this order (targets in other languages repeat them):
//   title        10 + nextInt(21), then that many nextInt(62)
//   author       10 + nextInt(11), then that many nextInt(62)
//   description  100 + nextInt(301), then that many nextInt(62)
//   image        nextLong, nextLong made a version-4 UUID, and ".png"
//   numInStock   nextInt(1001)
//   price        nextInt(200001) / 100.0
//   type         nextInt(3) into DIGITAL, HARDCOVER, PAPERBACK
//   onSale       nextBoolean
// nextInt(62) is an index into 0-9 A-Z a-z.

import type { JavaRandom } from '../../base/java-random.ts';
import { flatSchema } from '../flat-schema.ts';
import type { DataRecord } from '../schema.ts';
import type { Dataset } from './dataset.ts';
import { drawInteger, drawOne, drawString, drawUuid } from './draws.ts';

const TYPES = ['DIGITAL', 'HARDCOVER', 'PAPERBACK'];

export const BOOKS: Dataset = {
  name: 'book',
  seed: 20170613,
  schema: flatSchema('Books', 'Book', [
    { name: 'title', type: 'string' },
    { name: 'author', type: 'string' },
    { name: 'description', type: 'string' },
    { name: 'image', type: 'string' },
    { name: 'numInStock', type: 'int32' },
    { name: 'price', type: 'double' },
    { name: 'type', type: 'string' },
    { name: 'onSale', type: 'boolean' },
  ]),
  generate: drawBook,
};

// A literal's properties are evaluated as written, so the order of the draws is the order of the fields.
function drawBook(random: JavaRandom): DataRecord {
  return {
    title: drawString(random, 10, 30),
    author: drawString(random, 10, 20),
    description: drawString(random, 100, 400),
    image: `${drawUuid(random)}.png`,
    numInStock: drawInteger(random, 0, 1_000),
    price: drawInteger(random, 0, 200_000) / 100,
    type: drawOne(random, TYPES),
    onSale: random.nextBoolean(),
  };
}
