/**
 * Control characters (except tab and line breaks), zero-width characters, and the embeddings, overrides and isolates that display text in a
 * different order than it is stored. Joiners and direction marks that languages need are allowed, and so are emoji.
 */
const hiddenCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u180e\u200b\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;

/** True if a reader sees the text exactly as it is stored. */
export const isPlainText = (text: string): boolean => !hiddenCharacters.test(text);

/** Equal for texts that differ only in case or in how their characters are composed: "Straße" and "STRASSE". */
export const caseKey = (text: string): string => text.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');

/** Turns a data name into words: `in_review` becomes "In review", `adjustment.approved` "Adjustment approved". */
export const humanize = (name: string): string => {
  const words = name.replace(/[._:-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const units = ['bytes', 'kB', 'MB'] as const;
/** 104857600 → 100 MB, in units of 1024. */
export const sizeText = (bytes: number): string => {
  const power = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2;
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${units[power]}`;
};
