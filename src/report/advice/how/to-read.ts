// Where it is written how a format is sent by a server, or read in a page, of which no snippet is tried.

/** By server; `page`, and `any` for whatever is not named. */
type Addresses = Readonly<Record<string, string>> & { readonly any: string };

const XML: Addresses = {
  any: 'https://www.w3.org/TR/xml/',
  page: 'https://developer.mozilla.org/docs/Web/API/DOMParser',
  fastapi: 'https://docs.python.org/3/library/xml.etree.elementtree.html',
  go: 'https://pkg.go.dev/encoding/xml',
  spring: 'https://github.com/FasterXML/jackson-dataformat-xml',
};
const SOAP: Addresses = { any: 'https://www.w3.org/TR/soap12-part1/' };

const TO_READ: Readonly<Record<string, Addresses>> = {
  xml: XML,
  'xml-attributes': XML,
  'fast-infoset': {
    any: 'https://www.itu.int/rec/T-REC-X.891',
    spring: 'https://github.com/eclipse-ee4j/metro-fi',
  },
  csv: {
    any: 'https://www.rfc-editor.org/rfc/rfc4180',
    go: 'https://pkg.go.dev/encoding/csv',
    spring: 'https://github.com/FasterXML/jackson-dataformats-text',
  },
  protobuf: {
    any: 'https://protobuf.dev/overview/',
    page: 'https://github.com/bufbuild/protobuf-es',
    fastapi: 'https://protobuf.dev/getting-started/pythontutorial/',
    go: 'https://protobuf.dev/getting-started/gotutorial/',
    spring: 'https://protobuf.dev/getting-started/javatutorial/',
  },
  avro: {
    any: 'https://avro.apache.org/docs/',
    page: 'https://github.com/mtth/avsc',
    fastapi: 'https://fastavro.readthedocs.io/',
    go: 'https://github.com/hamba/avro',
  },
  thrift: { any: 'https://thrift.apache.org/tutorial/' },
  msgpack: { any: 'https://msgpack.org/', spring: 'https://github.com/msgpack/msgpack-java' },
  'msgpack-records': { any: 'https://github.com/kriszyp/msgpackr' },
  cbor: {
    any: 'https://cbor.io/impls.html',
    fastapi: 'https://cbor2.readthedocs.io/',
    spring: 'https://github.com/FasterXML/jackson-dataformats-binary',
  },
  bson: { any: 'https://bsonspec.org/implementations.html' },
  arrow: {
    any: 'https://arrow.apache.org/docs/',
    fastapi: 'https://arrow.apache.org/docs/python/ipc.html',
    go: 'https://pkg.go.dev/github.com/apache/arrow-go/v18/arrow/ipc',
    spring: 'https://arrow.apache.org/java/',
  },
  flatbuffers: { any: 'https://flatbuffers.dev/tutorial/' },
  soap: SOAP,
  'soap-serialized': SOAP,
  'java-serialization': { any: 'https://docs.oracle.com/en/java/javase/21/docs/specs/serialization/' },
};

/** `place`: a server, or `page`; null where there is nothing to read. */
export function toRead(format: string, place: string): string | null {
  const addresses = TO_READ[format];
  return addresses === undefined ? null : (addresses[place] ?? addresses.any);
}
