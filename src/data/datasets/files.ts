// Files as in the published comparison of JSON and XML by M. W. Jørgensen (2016): a flat list that PHP on
// Apache sends and Qt reads, 2 100 of them in a request.
//
// Nothing is drawn: an entry's name has its index, all else is alike. What a compression makes of such a list
// says nothing about other lists.

import type { JavaRandom } from '../../base/java-random.ts';
import { flatSchema } from '../flat-schema.ts';
import type { DataRecord } from '../schema.ts';
import type { Dataset } from './dataset.ts';

export const FILES: Dataset = {
  name: 'file',
  seed: 0,
  // In the study's XML the list is named xml and its entries file.
  schema: flatSchema('Xml', 'File', [
    { name: 'name', type: 'string' },
    { name: 'mtime', type: 'string' },
    { name: 'size', type: 'int32' },
    { name: 'md5', type: 'string' },
  ]),
  generate: fileAt,
};

function fileAt(_: JavaRandom, index: number): DataRecord {
  return {
    name: `filename${index}.extension`,
    mtime: '1997-07-16T19:20:30+00:00',
    size: 1_231_234,
    md5: 'sdfasfarf4r5sf',
  };
}
