import type { Day } from '../time/period.ts';

/** URL of an event in the list of its day, which is short enough to contain it however many events its month has. */
export const eventAddress = (id: number | string, day: Day | null): string =>
  `/events?${new URLSearchParams({ ...(day === null ? {} : { period: 'custom', start: day, end: day }), event: String(id) })}`;
