import type { Cents } from '../../../../contract/rules/money.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import type { AffectedDay } from './affected.ts';
import { monthOfDay, readClosedMonths } from './closedMonths.ts';
import { readAndDiff } from './diffPeople.ts';
import { type PersonDiff, recordChangesOf } from './diffPerson.ts';
import { type PeriodRepositories, rangesOf, readPeople } from './readPeriods.ts';

/** A person's monthly total, computed from the facts in this transaction; for a closed month, only the part that would be proposed. */
export type MonthAmount = Readonly<{ userId: number; month: Day; closed: boolean; amount: Cents }>;

/** Number of people computed together. */
const BATCH_PEOPLE = 25;

/** The change of each day's amount; `closed` marks the part of a closed month that would be proposed. */
const dayChangesOf = (diff: PersonDiff): { day: Day; cents: Cents; closed: boolean }[] => [
  ...recordChangesOf(diff).flatMap(({ before, after }) => [
    ...(before ? [{ day: before.booking_date, cents: -before.amount_cents, closed: false }] : []),
    { day: after.booking_date, cents: after.amount_cents, closed: false },
  ]),
  ...diff.late.flatMap(({ expected, stored }) => {
    const day = stored?.booking_date ?? expected?.fact.booking_date;
    return day ? [{ day, cents: (expected?.computed.amount ?? 0) - (stored?.amount_cents ?? 0), closed: true }] : [];
  }),
];

/** Computes, without writing, the totals of the affected quota periods. */
export const computeAmounts = async (
  tx: PeriodRepositories,
  affected: readonly AffectedDay[],
  { current, today }: Readonly<{ current: VersionedConfig; today: Day }>,
): Promise<ReadonlyMap<string, MonthAmount>> => {
  const context = { current, today, closedMonths: await readClosedMonths(tx), comparesClosed: true };
  const people = await readPeople(
    tx,
    affected.map(({ user_id }) => user_id),
  );
  const ranges = rangesOf(affected, people, current, context.closedMonths);
  const amounts = new Map<string, MonthAmount>();
  const add = (userId: number, day: Day, cents: Cents, closed = false): void => {
    const month = monthOfDay(day);
    if (!closed && context.closedMonths.has(month)) return;
    const key = `${userId} ${month}`;
    amounts.set(key, { userId, month, closed, amount: (amounts.get(key)?.amount ?? 0) + cents });
  };
  for (let from = 0; from < ranges.length; from += BATCH_PEOPLE) {
    const batch = ranges.slice(from, from + BATCH_PEOPLE);
    for (const row of await tx.records.stored(batch)) add(row.user_id, row.booking_date, row.amount_cents);
    for (const { person, diff } of await readAndDiff(tx, batch, people, context))
      for (const { day, cents, closed } of dayChangesOf(diff)) add(person.id, day, cents, closed);
  }
  return amounts;
};
