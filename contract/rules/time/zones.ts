const MOST = 1000;

/**
 * A clock in a zone is read from Intl: dayjs's timezone plugin is fifteen times as slow, and an hour off for a reader whose own clock skips it (ADR 10).
 * A format that is made once for each time zone; null for a text that names none. The texts come from outside, so only so many are kept.
 * @returns the format of a zone
 */
export const formatIn = (locale: string, options: Intl.DateTimeFormatOptions): ((zone: string) => Intl.DateTimeFormat | null) => {
  const formats = new Map<string, Intl.DateTimeFormat | null>();
  const made = (timeZone: string): Intl.DateTimeFormat | null => {
    try {
      return new Intl.DateTimeFormat(locale, { ...options, timeZone });
    } catch {
      return null;
    }
  };
  return (zone) => {
    const known = formats.get(zone);
    if (known !== undefined) return known;
    if (formats.size >= MOST) formats.clear();
    const format = made(zone);
    formats.set(zone, format);
    return format;
  };
};

const plain = formatIn('en-US', {});
export const isZone = (text: string): boolean => plain(text) !== null;
