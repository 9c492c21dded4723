import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../server/db/database.ts';
import { auditRepository } from '../../server/db/repositories/audit/audit.ts';
import { openStore } from '../../server/db/repositories/store.ts';
import { wrongBalances } from '../../tests/server/support/invoiceBalances.ts';
import type { TestDatabase } from '../../tests/server/support/testDatabase.ts';
import { marksLeft, stillToDo, wrongSums } from '../../tests/server/support/worlds/marking.ts';

/** The smallest facts of a violation, one per line. */
export type Violations = readonly string[];
const MAX_FACTS = 3;
const asText = (rows: readonly unknown[]): string[] => rows.slice(0, MAX_FACTS).map((row) => JSON.stringify(row));
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

type StoredRecord = Readonly<
  Record<'id' | 'amount_cents' | 'adjustments_cents' | 'released_cents' | 'paid_cents' | 'due_cents' | 'payouts' | 'adjusted', number> & {
    status: string;
  }
>;
/** Written again, so that a fault in the product's rules is detected. */
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

/** The stored sums of months, people, the company and invoices. */
export const sumsEqualRows = async (db: Database): Promise<Violations> =>
  asText([...(await wrongSums(db as TestDatabase)), ...(await wrongBalances(db as TestDatabase))]);

/** No computation is pending, and recomputing from scratch gives the stored records. */
export const computesTheSame = async (db: Database, now: Date): Promise<Violations> =>
  asText([...(await marksLeft(db as TestDatabase)), ...(await stillToDo(openStore(db), now))]);

/** Every notice has the key of its occurrence; a unique index then keeps a second one of that person away. */
export const noNoticeWithoutKey = async (db: Database): Promise<Violations> =>
  asText(await rowsOf(db, sql`select id, user_id, type, message from notifications where dedupe_key is null`));

export const auditIsWhole = async (db: Database): Promise<Violations> => {
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

/** Places where a secret appears. */
export const secretsIn = (place: string, text: string, secrets: readonly string[]): Violations =>
  secrets.flatMap((secret) => (text.includes(secret) ? [`${place} contains ${secret.slice(0, 6)}…`] : []));
