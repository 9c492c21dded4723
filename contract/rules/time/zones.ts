const MAX_FORMATS = 1000;

/**
 * Local times in a zone come from Intl: dayjs's timezone plugin is fifteen times slower, and an hour off for a reader whose own clock skips
 * that hour (ADR 10). Creates one format per time zone, null for an unknown zone. Zone names are external input, so the cache is limited.
 * @returns a function that gives the format of a zone
 */
export const formatIn = (locale: string, options: Intl.DateTimeFormatOptions): ((zone: string) => Intl.DateTimeFormat | null) => {
  const formats = new Map<string, Intl.DateTimeFormat | null>();
  const createFormat = (timeZone: string): Intl.DateTimeFormat | null => {
    try {
      return new Intl.DateTimeFormat(locale, { ...options, timeZone });
    } catch {
      return null;
    }
  };
  return (zone) => {
    const cached = formats.get(zone);
    if (cached !== undefined) return cached;
    if (formats.size >= MAX_FORMATS) formats.clear();
    const format = createFormat(zone);
    formats.set(zone, format);
    return format;
  };
};

const localeFormat = formatIn('en-US', {});
export const isZone = (text: string): boolean => localeFormat(text) !== null;
