import type { Facts } from '../../../../contract/rules/commission/explain.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { HoldRow, SplitRow } from '../../../db/repositories/commissions/factsOfRecord.ts';

type DayOf = (at: string) => Day;

/** A hold in days; it ends on its release day, or earlier if somebody released it. */
export const holdDaysOf = (
  { by, reason, held_at, release_on, released_at }: HoldRow,
  dayOf: DayOf,
): NonNullable<Facts['holds']>[number] => {
  const released = released_at === null ? null : dayOf(released_at);
  const until = released !== null && (release_on === null || released < release_on) ? released : release_on;
  return { by, reason, from: dayOf(held_at), until };
};

/** The manual split in force before an instant; null if the plan's split applied. */
export const splitAsOf = (rows: readonly SplitRow[], instant: string, dayOf: DayOf): Facts['split'] => {
  const row = rows.find(({ recorded_at, superseded_at }) => recorded_at < instant && (superseded_at === null || superseded_at >= instant));
  return row ? { by: row.by ?? '', on: dayOf(row.recorded_at), reason: row.reason } : null;
};
