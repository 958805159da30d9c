// How data are sent today, as the two fields of the form say it, in the word that `advise --today` reads. A
// field that is left as it came takes what the data themselves show.

export interface TodayChosen {
  /** Empty: as it came. */
  readonly format: string;
  readonly compression: string;
}

/**
 * Empty: all as it came. `shown`: what the data show; null while nobody has read them. Throws an Error where
 * that is needed and not known.
 */
export function todayFlag(chosen: TodayChosen, shown: TodayChosen | null): string {
  if (chosen.format === '' && chosen.compression === '') return '';
  const format = chosen.format || shown?.format;
  if (format === undefined)
    throw new Error('Choose the format in which it is sent today, or wait until the data are read.');
  // Another format than the one that came says nothing of how that was compressed.
  const came = chosen.format === '' || chosen.format === shown?.format ? shown?.compression : undefined;
  const compression = chosen.compression || came || 'none';
  return compression === 'none' ? format : `${format}+${compression}`;
}
