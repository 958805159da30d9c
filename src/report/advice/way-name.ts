// How advice names a way to send something: `protobuf + br-5`.

export interface Named {
  readonly format: string;
  readonly codec: string;
  readonly compression: string;
}

export function wayName({ format, compression }: Pick<Named, 'format' | 'compression'>): string {
  return compression === 'none' ? format : `${format} + ${compression}`;
}

/** With the decoder where a format has several among them: `json/JSON.parse + br-5`. */
export function wayNames(among: readonly Named[]): (way: Named) => string {
  const codecs = Map.groupBy(among, ({ format }) => format);
  return ({ format, codec, compression }) => {
    const several = new Set(codecs.get(format)?.map((way) => way.codec)).size > 1;
    return wayName({ format: several ? `${format}/${codec}` : format, compression });
  };
}
