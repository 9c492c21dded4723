/** The address of a link from outside, when it leads to a page (http or https); null for all else, such as a script. */
export const safeLink = (text: string | null | undefined): string | null => {
  if (!text) return null;
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
};
