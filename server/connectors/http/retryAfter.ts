/** Seconds from a Retry-After header, either a number or a date; null if it is neither. */
export const retryAfterSeconds = (header: string | null, now: Date): number | null => {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const dateMs = /^[A-Za-z]{3},/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - now.getTime()) / 1000));
};
