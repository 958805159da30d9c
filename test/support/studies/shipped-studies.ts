// The studies that come with the program, for tests: read with the real catalogues, and what targets and
// clients say of themselves.

import { join } from 'node:path';
import { withNginx } from '../../../src/factors/target.ts';
import { fsReader } from '../../../src/study/file/fs-reader.ts';
import { knownVocabulary } from '../../../src/study/known-vocabulary.ts';
import { loadStudy } from '../../../src/study/resolve/load-study.ts';
import type { Study } from '../../../src/study/study.ts';

export const SHIPPED = join(import.meta.dirname, '../../../studies');
/** As the Java targets say in their target.json. */
const JAVA = { json: ['jackson'], xml: ['jaxb', 'jackson-xml'], protobuf: ['protobuf-java'] };
/** As targets/php/php says, and as clients/qt do. */
const PHP = {
  json: ['json_encode'],
  xml: ['SimpleXML', 'XMLWriter'],
  'xml-attributes': ['SimpleXML', 'XMLWriter'],
};
const QT_XML = ['QXmlStreamReader', 'QDomDocument', 'QXmlSimpleReader'];
const QT = {
  json: ['QJsonDocument', 'nlohmann-json', 'simdjson'],
  xml: QT_XML,
  'xml-attributes': QT_XML,
};
const PLAIN = [
  'node',
  'go',
  'dropwizard',
  'tomcat',
  'glassfish',
  'metro',
  'php',
  'express',
  'fastify',
  'fastapi',
  'axum',
  'spring',
];
export const SHIPPED_VOCABULARY = knownVocabulary(
  [...PLAIN, ...PLAIN.map(withNginx)],
  { 'jax-ws': { soap: ['jax-ws'], 'soap-serialized': ['jax-ws'] }, qt5: QT, qt6: QT },
  {
    dropwizard: { ...JAVA, 'fast-infoset': ['jaxb-stax'] },
    tomcat: JAVA,
    glassfish: JAVA,
    metro: { soap: ['jax-ws'], 'soap-serialized': ['jax-ws'] },
    php: PHP,
  },
);

export function loadShipped(name: string): Promise<Study> {
  return loadStudy(join(SHIPPED, `${name}.yaml`), fsReader, SHIPPED_VOCABULARY);
}
