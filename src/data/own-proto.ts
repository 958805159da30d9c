// Somebody's own .proto file, as plain data: what of it the payload's schema carries to targets and agents,
// which need no parser for it. Only the format protobuf looks at it.

export interface OwnProto {
  /** Full name of the message that a record is: of the document, or of each item of a list. */
  readonly root: string;
  readonly messages: readonly OwnMessage[];
  readonly enums: readonly OwnEnum[];
}

export interface OwnMessage {
  /** With its package and the messages around it: `shop.Order.Line`. */
  readonly name: string;
  readonly fields: readonly OwnField[];
}

export interface OwnField {
  readonly name: string;
  readonly number: number;
  /** A scalar type of Protobuf, or the full name of a message or an enum. Of a map: of its values. */
  readonly type: string;
  /** `implicit`: the type's default is left off the wire, and absence says nothing else. */
  readonly rule: 'implicit' | 'presence' | 'repeated' | 'map';
  /** proto2's `required`: a message without it is none. */
  readonly required: boolean;
  /** Repeated numbers stand in one run. */
  readonly packed: boolean;
  /** The oneof that it is part of. */
  readonly oneof: string | null;
}

export interface OwnEnum {
  readonly name: string;
  readonly values: readonly { readonly name: string; readonly number: number }[];
}
