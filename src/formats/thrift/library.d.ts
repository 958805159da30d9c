// The parts of thrift that encode and decode: its main modules would load connections and servers with them.

declare module 'thrift/lib/nodejs/lib/thrift/compact_protocol.js' {
  import type { Transport } from 'thrift/lib/nodejs/lib/thrift/framed_transport.js';

  /** Type codes are those of Thrift.Type, not the compact protocol's own. */
  export default class TCompactProtocol {
    constructor(transport: Transport);
    getTransport(): Transport;
    flush(): void;
    writeStructBegin(name: string): void;
    writeStructEnd(): void;
    writeFieldBegin(name: string, type: number, id: number): void;
    writeFieldEnd(): void;
    writeFieldStop(): void;
    writeMapBegin(keyType: number, valueType: number, size: number): void;
    writeMapEnd(): void;
    writeListBegin(type: number, size: number): void;
    writeListEnd(): void;
    writeBool(value: boolean): void;
    writeI32(value: number): void;
    writeI64(value: number): void;
    writeDouble(value: number): void;
    writeString(value: string): void;
    readStructBegin(): unknown;
    readStructEnd(): void;
    readFieldBegin(): { readonly ftype: number; readonly fid: number };
    readFieldEnd(): void;
    readMapBegin(): { readonly ktype: number; readonly vtype: number; readonly size: number };
    readMapEnd(): void;
    readListBegin(): { readonly etype: number; readonly size: number };
    readListEnd(): void;
    readBool(): boolean;
    readByte(): number;
    readI32(): number;
    readI64(): { toNumber(): number };
    readDouble(): number;
    readString(): string;
  }
}

declare module 'thrift/lib/nodejs/lib/thrift/framed_transport.js' {
  export interface Transport {
    write(bytes: Uint8Array): void;
  }

  /** Reads the given bytes, which are a frame's content without its length. */
  export default class TFramedTransport implements Transport {
    constructor(content: Uint8Array);
    /** The place of reading; at the frame's end the whole frame is read. */
    readonly readPos: number;
    write(bytes: Uint8Array): void;
  }
}

declare module 'thrift/lib/nodejs/lib/thrift/buffered_transport.js' {
  import type { Transport } from 'thrift/lib/nodejs/lib/thrift/framed_transport.js';

  export default class TBufferedTransport implements Transport {
    constructor(buffer: undefined, onFlush: (message: Uint8Array) => void);
    write(bytes: Uint8Array): void;
  }
}
