// What somebody dropped on the page or pasted: a file, an address, or text that is the data themselves.

export type GivenData =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string }
  /** `why`: what is told. */
  | { readonly kind: 'refused'; readonly why: string };

/** Of a drop or a paste, while its event is being told: afterwards it is empty. null: nothing is in it. */
export function givenData({ files, items, getData }: GivenTransfer): GivenData | null {
  if ([...items].some((item) => item.webkitGetAsEntry()?.isDirectory === true))
    return refused('This is a folder');
  const [file, ...more] = files;
  if (more.length > 0) return refused(`These are ${files.length} files`);
  if (file !== undefined) return { kind: 'file', file };
  return givenText(getData('text/plain'));
}

/** What is needed of a DataTransfer; a fake in tests. */
export interface GivenTransfer {
  readonly files: ArrayLike<File> & Iterable<File>;
  readonly items: Iterable<Pick<DataTransferItem, 'webkitGetAsEntry'>>;
  readonly getData: (kind: string) => string;
}

/** An address by itself is no data: its answer is meant. */
export function givenText(text: string): GivenData | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^https?:\/\/\S+$/i.test(trimmed) ? { kind: 'address', url: trimmed } : { kind: 'text', text };
}

function refused(what: string): GivenData {
  return {
    kind: 'refused',
    why: `${what}, and the page takes one file: in a terminal, wirefare advise FILE… takes several`,
  };
}
