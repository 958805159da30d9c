// Java's own serialization, as ObjectOutputStream writes it: a java.util.ArrayList of wirefare.data.Book. The
// code is Wirefare's, because JavaScript has no library for it: java-serialization/class-plan.ts says which
// classes hold which data. Data that no such class can hold are refused.

import type { CodecTaking, Encoder, Format } from '../format.ts';
import { makeGuard } from '../shared/guard.ts';
import { planJavaClasses } from './class-plan.ts';
import { streamReading } from './read-stream.ts';
import { streamWriting } from './write-stream.ts';

export const javaEncoder: Encoder = {
  name: 'wirefare-java',
  refuse(schema) {
    planJavaClasses(schema);
    return makeGuard('Java serialization', schema, {
      nonFinite: true,
      negativeZero: true,
      // A char of Java is a UTF-16 code unit, as JavaScript's are.
      loneSurrogates: true,
    });
  },
  bind: (schema) => streamWriting(planJavaClasses(schema)),
};

export const javaDecoder: CodecTaking<'bytes'> = {
  name: 'wirefare-java',
  takes: 'bytes',
  needs: [],
  library: {
    packageName: 'wirefare',
    from: 'wirefare/java-serialization-reader',
    names: ['streamReading'],
  },
  bind: (schema) => streamReading(planJavaClasses(schema)),
};

export const JAVA_SERIALIZATION: Format = {
  name: 'java-serialization',
  title: 'Java serialization',
  contentType: 'application/x-java-serialized-object',
  needsSchema: true,
  keyOrder: 'schema',
  encoders: [javaEncoder],
  codecs: [javaDecoder],
};
