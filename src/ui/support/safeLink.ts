/** The URL of an external link if it is http or https; otherwise null, for example for `javascript:`. */
export const safeLink = (text: string | null | undefined): string | null => {
  if (!text) return null;
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
};
