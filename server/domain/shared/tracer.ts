/** The instrumentation scope of our spans. */
export const TRACER = 'quotaboard';
