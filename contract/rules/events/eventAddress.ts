import type { Day } from '../time/period.ts';

/** The URL of an event, in the list of its day rather than of its month: a day is short enough to be listed in full. */
export const eventAddress = (id: number | string, day: Day | null): string =>
  `/events?${new URLSearchParams({ ...(day === null ? {} : { period: 'custom', start: day, end: day }), event: String(id) })}`;
