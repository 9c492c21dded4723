const MAX_PATH_CHARS = 200;
const MAX_TRACE_CHARS = 80;

/**
 * A path that is safe to store: without its query, and with anything that looks like a token or an email address masked. Ids that the admin
 * knows stay.
 */
export const toJournalPath = (path: string): string =>
  path
    .split(/[?#]/, 1)
    .join('')
    .split('/')
    .map((part) => (part.length > 40 || /%40|@|=|:/.test(part) ? '…' : part))
    .join('/')
    .slice(0, MAX_PATH_CHARS);

/** Headers by which a vendor's support can find a call. */
const traceHeaders = ['intuit_tid', 'x-request-id', 'x-hubspot-correlation-id', 'cf-ray'] as const;

export const traceOf = (headers: Headers): string | null => {
  for (const name of traceHeaders) {
    const value = headers.get(name);
    if (value && /^[\w.:-]+$/.test(value)) return value.slice(0, MAX_TRACE_CHARS);
  }
  return null;
};
