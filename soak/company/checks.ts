import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../contract/rules/time/period.ts';
import type { Database } from '../../server/db/database.ts';
import { auditRepository } from '../../server/db/repositories/audit/audit.ts';
import { openStore } from '../../server/db/repositories/store.ts';
import { wrongBalances } from '../../tests/server/support/invoiceBalances.ts';
import type { TestDatabase } from '../../tests/server/support/testDatabase.ts';
import { marksLeft, remainingDifferences, wrongSums } from '../../tests/server/support/worlds/marks.ts';

/** The facts that show a violation, one per line. */
export type Violations = readonly string[];
const MAX_FACTS = 3;
export const asText = (rows: readonly unknown[]): string[] => rows.slice(0, MAX_FACTS).map((row) => JSON.stringify(row));
const rowsOf = async ({ query }: Database, statement: RawBuilder<unknown>): Promise<unknown[]> => (await statement.execute(query)).rows;

/** A receipt never pays more than its amount, nor an invoice more than its gross amount. */
export const allocationsWithinReceipts = async (db: Database): Promise<Violations> =>
  asText(
    await rowsOf(
      db,
      sql`select r.id as receipt, r.amount_cents, sum(p.amount_cents)::int8 as allocated from receipts r join customer_payments p on p.receipt_id = r.id
        where r.reversal_of_id is null group by r.id having sum(p.amount_cents) > r.amount_cents
        union all select i.id, i.gross_cents, sum(p.amount_cents)::int8 from invoices i join customer_payments p on p.invoice_id = i.id
        where p.state = 'completed' and i.gross_cents >= 0 group by i.id having sum(p.amount_cents) > i.gross_cents`,
    ),
  );

/** An allocation has the state of its receipt, and reversed allocations add up to zero. */
export const allocationsFollowReceipts = async (db: Database): Promise<Violations> =>
  asText(
    await rowsOf(
      db,
      sql`select p.id, p.state, r.state as receipt from customer_payments p join receipts r on r.id = p.receipt_id where p.state <> r.state
        union all select o.id, 'reversed', sum(p.amount_cents)::text from receipts b join receipts o on o.id = b.reversal_of_id
          join customer_payments p on p.receipt_id in (o.id, b.id) group by o.id, p.invoice_id having sum(p.amount_cents) <> 0`,
    ),
  );

/** Once a month is closed, nothing in it is pending, and nothing new is dated in it (decisions 2.11). */
export const nothingInClosedMonths = async (db: Database): Promise<Violations> =>
  asText(
    await rowsOf(
      db,
      sql`with closed as (select start_date, end_date, closed_at from pay_periods where state = 'closed')
        select 'adjustment waits' as what, a.id from closed c join adjustments a on a.effective_date between c.start_date and c.end_date
          where a.state = 'pending'
        union all select 'receipt', r.id from closed c join receipts r on r.received_on between c.start_date and c.end_date
          where r.created_at > c.closed_at and r.created_by is not null and not exists (select 1 from run_changes)
        union all select 'invoice', i.id from closed c join invoices i on i.booking_date between c.start_date and c.end_date
          where i.created_at > c.closed_at and i.source = 'local'`,
    ),
  );

type StoredRecord = Readonly<
  Record<'id' | 'amount_cents' | 'adjustments_cents' | 'released_cents' | 'paid_cents' | 'due_cents' | 'payouts' | 'adjusted', number> & {
    status: string;
  }
>;
/** Reimplemented, so that a bug in the product's rules is detected. */
const dueFrom = (earned: number, released: number, paid: number): number =>
  earned < 0 ? Math.min(0, released - paid) : Math.max(0, released - paid);
const statusFrom = (earned: number, released: number, paid: number): string => {
  if (earned < 0) return statusFrom(-earned, -released, -paid);
  if (paid > released) return 'over_paid';
  if (paid > 0) return paid === earned ? 'paid' : 'partially_paid';
  return released > paid ? 'due' : 'not_due';
};
/** The reason why a record's amounts don't add up (decisions 2.03), or null. */
export const recordFault = (record: StoredRecord): string | null => {
  const { released_cents: released, paid_cents: paid, due_cents: due } = record;
  const earned = record.amount_cents + record.adjustments_cents;
  if (paid !== record.payouts) return 'paid differs from its payouts';
  if (record.adjustments_cents !== record.adjusted) return 'adjustments differ from its approved adjustments';
  if (Math.abs(released) > Math.abs(earned) || released * earned < 0) return 'released exceeds earned';
  if (due !== dueFrom(earned, released, paid)) return 'due is not released minus paid';
  if (record.status !== statusFrom(earned, released, paid)) return 'the status does not follow from the amounts';
  const overpaid = earned < 0 ? Math.min(0, paid - released) : Math.max(0, paid - released);
  return earned === paid + due + (earned - released) - overpaid ? null : 'earned is not paid + due + not yet due − overpaid';
};
export const recordsAddUp = async (db: Database): Promise<Violations> => {
  const { rows } = await sql<StoredRecord>`
    select r.id, r.amount_cents, r.adjustments_cents, r.released_cents, r.paid_cents, r.due_cents, r.status,
      coalesce((select sum(l.amount_cents) from payout_lines l join payouts p on p.id = l.payout_id
        where l.commission_id = r.id and p.state = 'completed'), 0)::int8 as payouts,
      coalesce((select sum(a.amount_cents) from adjustments a where a.commission_id = r.id and a.state = 'approved'), 0)::int8 as adjusted
    from commission_records r order by r.id`.execute(db.query);
  return asText(rows.flatMap((row) => (recordFault(row) ? [{ fault: recordFault(row), ...row }] : [])));
};

/** The stored sums of months, people, the company, clauses and invoices. */
export const sumsEqualRows = async (db: Database): Promise<Violations> => {
  const clauses = await openStore(db).clauseSums.faults();
  return asText([
    ...(clauses > 0 ? [{ differing_clause_sums: clauses }] : []),
    ...(await wrongSums(db as TestDatabase)),
    ...(await wrongBalances(db as TestDatabase)),
  ]);
};

/** No computation is pending, and recomputing from scratch yields the stored records. */
export const recomputesTheSame = async (db: Database, now: Date): Promise<Violations> =>
  asText([...(await marksLeft(db as TestDatabase)), ...(await remainingDifferences(openStore(db), now))]);

/** Every notice has a deduplication key, and nobody gets the same notice twice at the same instant. */
export const noDuplicateNotices = async (db: Database): Promise<Violations> =>
  asText(
    await rowsOf(
      db,
      sql`select user_id, type, message, link, count(*)::int as times, min(dedupe_key) as key from notifications
        group by user_id, type, message, link, created_at having count(*) > 1 or bool_or(dedupe_key is null)`,
    ),
  );

/** A record on hold is never due (decisions 2.08). */
export const nothingDueOnHold = async (db: Database, today: Day): Promise<Violations> =>
  asText(
    await rowsOf(
      db,
      sql`select r.id, r.due_cents from commission_records r join record_holds h on h.commission_id = r.id and h.released_at is null
          and (h.release_on is null or h.release_on > ${today})
        where r.amount_cents + r.adjustments_cents > 0 and r.due_cents > 0 and not exists (select 1 from marks)`,
    ),
  );

/** Two people have signed a closed month (decisions 2.11). */
export const closedWithTwoSignatures = async (db: Database): Promise<Violations> =>
  asText(
    await rowsOf(
      db,
      sql`select p.start_date, (select count(*)::int from period_signatures s where s.month = p.start_date) as signers from pay_periods p
        where p.state = 'closed' and (select count(*) from period_signatures s where s.month = p.start_date) < 2`,
    ),
  );

export const auditChainIsIntact = async (db: Database): Promise<Violations> => {
  const { broken, rows } = await auditRepository(db.query).verifyChain();
  return broken === null ? [] : [`after ${rows} rows: ${broken}`];
};

/** A payout run pays each person at most once. */
export const noPersonPaidTwiceInARun = async (db: Database): Promise<Violations> =>
  asText(
    await rowsOf(
      db,
      sql`select run_id, user_id, count(*)::int as times from payouts where run_id is not null and reversal_of_id is null and state <> 'failed'
        group by run_id, user_id having count(*) > 1`,
    ),
  );

/** Tables with text that the server shows or sends. */
const shownTables = ['audit_log', 'notifications', 'mail_outbox', 'jobs'] as const;
/** The secrets that appear in stored text. */
export const secretsStored = async (db: Database, secrets: readonly string[]): Promise<Violations> => {
  const faults: string[] = [];
  for (const table of shownTables) {
    const found = await rowsOf(
      db,
      sql`select id from ${sql.table(table)} t where t::text like any(${secrets.map((secret) => `%${secret}%`)}::text[]) limit 1`,
    );
    faults.push(...asText(found).map((row) => `${table} ${row} contains a secret`));
  }
  return faults;
};

/** The secrets that appear in a text, by place. */
export const secretsIn = (place: string, text: string, secrets: readonly string[]): Violations =>
  secrets.flatMap((secret) => (text.includes(secret) ? [`${place} contains ${secret.slice(0, 6)}…`] : []));
