import type { Cents } from '../../../../contract/rules/money.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { currentConfig } from '../../plans/config.ts';
import { todayIn } from '../../shared/clock.ts';
import type { AffectedDay } from './affected.ts';
import { readClosedMonths } from './closedMonths.ts';
import { readAndDiff } from './diffPeople.ts';
import { type RecordChange, recordChangesOf } from './diffPerson.ts';
import { withManagers } from './managers.ts';
import { withinBooks } from './marks.ts';
import { rangesOf, readPeople } from './readPeriods.ts';

type Repos = Pick<Repositories, 'config' | 'facts' | 'invoiceRows' | 'marks' | 'periods' | 'records'>;
/** One person's totals for some quota periods, in cents: as stored, and as computed from the current facts. */
export type PersonAmounts = Readonly<{
  /** Records of invoices sent earlier, including adjustments. */
  earned: Readonly<{ stored: Cents; now: Cents }>;
  /** All records: commission released by customer payments. */
  released: Readonly<{ stored: Cents; now: Cents }>;
}>;

const earnedOf = (row: Readonly<{ amount_cents: number; adjustments_cents: number }> | null): Cents =>
  row === null ? 0 : row.amount_cents + row.adjustments_cents;

/**
 * Computes, without writing, a person's records from the current facts, in the quota periods of the affected days, even if they are
 * marked.
 * @param sentAt invoices sent at this instant are new, so their earnings do not raise an existing record
 */
export const personAmounts = async (
  tx: Repos,
  userId: number,
  affected: readonly AffectedDay[],
  sentAt: Date,
): Promise<PersonAmounts | null> => {
  if (affected.length === 0) return null;
  const current = await currentConfig(tx);
  const closedMonths = await readClosedMonths(tx);
  const own = (await withManagers(tx, await withinBooks(tx, affected, current), current, closedMonths)).filter(
    ({ user_id }) => user_id === userId,
  );
  if (own.length === 0) return null;
  const people = await readPeople(tx, [userId]);
  const ranges = rangesOf(own, people, current, closedMonths);
  const context = { current, closedMonths, today: todayIn(current.config.timezone, sentAt), comparesClosed: false };
  const changes = (await readAndDiff(tx, ranges, people, context)).flatMap(({ diff }) => recordChangesOf(diff));
  const invoices = await tx.invoiceRows.byIds(changes.flatMap(({ before, after }) => (before === null ? after.invoice_id : [])));
  const isNew = ({ before, after }: RecordChange): boolean =>
    before === null && invoices.get(after.invoice_id)?.sent_at === sentAt.toISOString();
  const existing = changes.filter((change) => !isNew(change));
  const sum = (rows: readonly RecordChange[], centsOf: (move: RecordChange) => Cents): Cents =>
    rows.reduce((cents, row) => cents + centsOf(row), 0);
  return {
    earned: { stored: sum(existing, ({ before }) => earnedOf(before)), now: sum(existing, ({ after }) => earnedOf(after)) },
    released: {
      stored: sum(changes, ({ before }) => before?.released_cents ?? 0),
      now: sum(changes, ({ after }) => after.released_cents),
    },
  };
};
