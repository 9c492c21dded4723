const LONGEST_PATH = 200;
const LONGEST_TRACE = 80;

/**
 * A path as it may be kept: without its question, and without what looks like a token or an address of somebody. Ids that the administrator
 * knows stay.
 */
export const journalPath = (path: string): string =>
  path
    .split(/[?#]/, 1)
    .join('')
    .split('/')
    .map((part) => (part.length > 40 || /%40|@|=|:/.test(part) ? '…' : part))
    .join('/')
    .slice(0, LONGEST_PATH);

/** The headers by which a vendor's support finds a call. */
const traces = ['intuit_tid', 'x-request-id', 'x-hubspot-correlation-id', 'cf-ray'] as const;

export const traceOf = (headers: Headers): string | null => {
  for (const name of traces) {
    const value = headers.get(name);
    if (value && /^[\w.:-]+$/.test(value)) return value.slice(0, LONGEST_TRACE);
  }
  return null;
};
