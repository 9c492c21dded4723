import type { Day } from '../time/period.ts';

/** Where an event opens: in the list of its day, which is short enough to hold it whatever else its month has. */
export const eventAddress = (id: number | string, day: Day | null): string =>
  `/events?${new URLSearchParams({ ...(day === null ? {} : { period: 'custom', start: day, end: day }), event: String(id) })}`;
