import { byBooking } from '../../../../../contract/rules/commission/commission.ts';
import type { Booking, Original } from '../../../../../contract/rules/commission/engine.ts';
import type { AtRate, Cents } from '../../../../../contract/rules/money.ts';
import type { Day } from '../../../../../contract/rules/time/period.ts';
import type { FactRow } from '../../../../db/repositories/commissions/facts.ts';
import type { RecordOriginalRow } from '../../../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../../../db/repositories/store.ts';

/** An invoice or one of its credit memos, in booking order. */
export type Member = Readonly<{ id: number; booking_date: Day; invoice_number: string }>;
/** A person's record of a member; `isClosed`: in a closed month, with the adjustments approved for it since. */
export type RecordedMember = Readonly<{ original: Original; isClosed: boolean }> & Pick<RecordOriginalRow, 'held' | 'held_until'>;
export type Families = Readonly<{ recorded: (id: number) => RecordedMember | null; membersOf: (rootId: number) => readonly Member[] }>;

/**
 * Originals during a computation: `recorded` has the records that are not computed now, `fixed` those whose value cannot change, and
 * `membersOf` the recorded members of an invoice's family.
 */
export type Originals = Readonly<{
  recorded: (invoiceId: number) => Original | null;
  fixed: (invoiceId: number) => Original | null;
  /** True for an invoice of a closed month if the person has no record of it and, under that month's rules, would have none. */
  isUnearned: (invoiceId: number) => boolean;
  membersOf: Families['membersOf'];
}>;

/** The invoice that a memo credits, directly or through another memo; null for an invoice that is not a memo. */
export const rootOf = ({ takes_back, credit_of_id }: Pick<FactRow, 'takes_back' | 'credit_of_id'>): number | null =>
  credit_of_id === null ? null : (takes_back?.id ?? credit_of_id);

/** Ids of the invoices credited by the memos among the facts. */
export const rootsOf = (facts: readonly Pick<FactRow, 'takes_back' | 'credit_of_id'>[]): number[] => [
  ...new Set(facts.flatMap((fact) => rootOf(fact) ?? [])),
];

export const originalOf = (row: RecordOriginalRow): Original => ({
  parts: row.parts,
  amount: row.amount_cents,
  base: row.base_cents,
  over: row.over_cents,
  net: row.base_cents + row.over_cents,
});

/** The families of one person's records, from loaded rows. */
export const familiesFrom = (rows: readonly RecordOriginalRow[], userId: number): Families => {
  const recorded = new Map<number, RecordedMember>();
  const members = new Map<number, Member[]>();
  for (const row of rows) {
    if (row.user_id !== userId) continue;
    const { invoice_id: id, root_id, booking_date, invoice_number, closed, held, held_until } = row;
    recorded.set(id, { original: originalOf(row), isClosed: closed, held, held_until });
    members.set(root_id, [...(members.get(root_id) ?? []), { id, booking_date, invoice_number }]);
  }
  return { recorded: (id) => recorded.get(id) ?? null, membersOf: (rootId) => members.get(rootId) ?? [] };
};

export const readFamilies = async (
  { records }: Pick<Repositories, 'records'>,
  facts: readonly Pick<FactRow, 'takes_back' | 'credit_of_id'>[],
  userId: number,
): Promise<Families> => {
  const roots = rootsOf(facts);
  return familiesFrom(roots.length === 0 ? [] : await records.originals(roots), userId);
};

/**
 * All originals as recorded, including those of open months, for computations that write no records. `without`: an invoice to exclude.
 */
export const asRecorded = (families: Families, without: number | null = null): Originals => ({
  recorded: (id) => (id === without ? null : (families.recorded(id)?.original ?? null)),
  fixed: () => null,
  isUnearned: () => false,
  membersOf: (rootId) => families.membersOf(rootId).filter(({ id }) => id !== without),
});

const sumOf = (members: readonly Original[]): Omit<Original, 'taken'> => {
  const parts = new Map<number, AtRate>();
  const sum = { amount: 0, base: 0, over: 0, net: 0 };
  for (const one of members) {
    for (const part of one.parts) {
      parts.set(part.rate, { net: part.net + (parts.get(part.rate)?.net ?? 0), rate: part.rate });
    }
    sum.amount += one.amount;
    sum.base += one.base;
    sum.over += one.over;
    sum.net += one.net;
  }
  return { ...sum, parts: [...parts.values()].filter(({ net }) => net !== 0) };
};

type Periods = Readonly<{ isOriginals: (day: Day) => boolean; isOwn: (day: Day) => boolean }>;

/**
 * The basis that a memo in a later quota period reverses proportionally (decisions 2.23): the original after the memos of its own period,
 * less the amounts reversed by earlier memos of other periods.
 */
export const originalFor = (
  memo: Member,
  rootId: number,
  members: readonly Member[],
  worthOf: (id: number) => Original | null,
  { isOriginals, isOwn }: Periods,
): Original | null => {
  const own = worthOf(rootId);
  if (!own) return null;
  const inPeriod: Original[] = [own];
  let reversedNet: Cents = 0;
  for (const member of members) {
    if (member.id === rootId || member.id === memo.id) continue;
    const worth = worthOf(member.id);
    if (!worth) continue;
    // The engine itself handles other memos in the memo's own period.
    if (isOwn(member.booking_date)) continue;
    if (isOriginals(member.booking_date)) inPeriod.push(worth);
    else if (byBooking(member, memo) < 0) reversedNet += worth.net;
  }
  if (inPeriod.length === 1) return { ...own, taken: reversedNet };
  const remaining = sumOf(inPeriod);
  // Fully credited within its period, so nothing is left to reverse.
  return remaining.net === 0
    ? { parts: [], amount: 0, base: 0, over: 0, net: 0, taken: reversedNet }
    : { ...remaining, taken: reversedNet };
};

/**
 * The original that a memo credits, for computations that write no records; null if the original has no record.
 * `inPeriod`: the original is also among the bookings.
 */
export const creditedBy = (
  memo: Member,
  rootId: number,
  families: Families,
  inPeriod: boolean,
  periods: Periods,
): Pick<Booking, 'creditOf' | 'original' | 'settled'> | null => {
  const own = families.recorded(rootId);
  if (inPeriod) return { creditOf: rootId, original: own?.isClosed ? own.original : null, settled: own?.isClosed === true };
  const worthOf = (id: number): Original | null => families.recorded(id)?.original ?? null;
  const original = originalFor(memo, rootId, families.membersOf(rootId), worthOf, periods);
  return original && { creditOf: rootId, original };
};
