/** At most this share of a source's known rows may disappear at once; more suggests a sheet emptied by accident. */
export const MAX_MISSING_SHARE = 0.3;
/** Fewer missing rows than this are never suspicious, because a share of a few rows means little. */
const MIN_MISSING = 3;

/** True if the missing rows must stay until somebody confirms that they were removed on purpose. */
export const isSuspicious = (missing: number, total: number): boolean => missing > MIN_MISSING && missing > total * MAX_MISSING_SHARE;
