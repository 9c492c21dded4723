/** Every sentence people read. Strings that the specification quotes are exact; `{word}` is filled by `fill`. */
export * as messages from './messages/all.ts';

/** Puts values into a sentence: `fill('{a} of {b}', { a: 1, b: 2 })` is "1 of 2". A word without a value stays as it is. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, word: string) => (word in values ? String(values[word]) : whole));
