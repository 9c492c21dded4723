/**
 * Replaces placeholders: `fill('{a} of {b}', { a: 1, b: 2 })` is "1 of 2". A placeholder without a value stays. `{a|day|days}` becomes the
 * first word if the value is 1, else the second.
 */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (placeholder, word: string, singular?: string, plural?: string) => {
    if (!(word in values)) return placeholder;
    const value = String(values[word]);
    if (singular === undefined || plural === undefined) return value;
    return value === '1' ? singular : plural;
  });
