import type { Day } from '../../../../../contract/rules/time/period.ts';
import type { ClosedChangeRow } from '../../../../db/repositories/commissions/facts.ts';
import { isEmployed } from '../../../shared/personOn.ts';

/** Facts about people that were changed after closing, for days of closed months. */
export type ClosedChanges = Readonly<{
  /** True if the person's role, manager, territory or employment on that day has changed. */
  isOther: (userId: number, day: Day) => boolean;
  /** The employment start date known at closing; null if unchanged. */
  startThen: (userId: number, day: Day) => Day | null;
  /** True if the person's leaves have changed since. */
  hasOtherLeaves: (userId: number, day: Day) => boolean;
}>;

export const noClosedChanges: ClosedChanges = { isOther: () => false, startThen: () => null, hasOtherLeaves: () => false };

export const closedChanges = (rows: readonly ClosedChangeRow[]): ClosedChanges => {
  if (rows.length === 0) return noClosedChanges;
  const rowOn = (userId: number, day: Day) =>
    rows.find(({ user_id, from_day, to_day }) => user_id === userId && from_day <= day && day <= to_day);
  return {
    isOther: (userId, day) => {
      const row = rowOn(userId, day);
      if (!row) return false;
      return row.differs || isEmployed({ joined_on: row.started, left_on: row.ended }, day) !== isEmployed(row, day);
    },
    hasOtherLeaves: (userId, day) => rowOn(userId, day)?.leaves_differ === true,
    startThen: (userId, day) => {
      const row = rowOn(userId, day);
      return row && row.started !== row.joined_on ? row.started : null;
    },
  };
};
