import { sql } from 'kysely';
import type { CommissionStatus } from '../../../contract/entities/commission.ts';
import {
  byBooking,
  commissionOf,
  commissionStatusFor,
  defaultRates,
  dueOf,
  type Parts,
  releasedOf,
} from '../../../contract/rules/commission/commission.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import { roundRatio } from '../../../contract/rules/money.ts';
import { periodAt } from '../../../contract/rules/time/period.ts';
import type { Database } from '../../../server/db/database.ts';

export type Derived = Readonly<{
  base_cents: number;
  over_cents: number;
  amount_cents: number;
  adjustments_cents: number;
  released_cents: number;
  paid_cents: number;
  due_cents: number;
  status: CommissionStatus;
  payment_date: string | null;
}>;

const sums = async (db: Database, statement: string): Promise<Map<number, number>> => {
  const { rows } = await sql.raw<{ id: number; cents: number }>(statement).execute(db.query);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
};

type Row = Readonly<{ id: number; gross_cents: number; credit_of_id: number | null; booking_date: string; invoice_number: string }>;
/** `root`: the invoice whose payments release the credit. */
type Credit = Readonly<{ invoice: Row; user: number; quarter: string; made: Parts; root: { id: number; gross_cents: number } }>;

/** Limits an amount to the earned one; zero if the signs differ. */
const limitTo = (earned: number, cents: number): number =>
  Math.sign(earned) * Math.max(0, Math.min(Math.abs(earned), cents * Math.sign(earned)));

/**
 * Invoices settled by credits, with their memos, all within one quarter: their total is only their effect on other sales of that quarter,
 * assigned to the last memos or, above zero, to the last invoices (decisions 2.23).
 */
const movedBySettled = (credits: readonly Credit[], isClosed: (day: string) => boolean): Map<number, number> => {
  const moved = new Map<number, number>();
  const isSpread = ({ root, quarter }: Credit): boolean => credits.some((other) => other.root.id === root.id && other.quarter !== quarter);
  const quarters = new Map<string, Credit[]>();
  for (const credit of credits) if (!isSpread(credit)) quarters.set(credit.quarter, [...(quarters.get(credit.quarter) ?? []), credit]);
  for (const together of quarters.values()) {
    let remaining = together.reduce((sum, { made }) => sum + made.amount, 0);
    const isLast = ({ invoice }: Credit): boolean => (remaining < 0 ? invoice.credit_of_id !== null : invoice.credit_of_id === null);
    for (const { invoice, made } of together.filter(isLast).sort((a, b) => byBooking(b.invoice, a.invoice))) {
      // The demo company closed its months before this rule.
      if (isClosed(invoice.booking_date)) continue;
      moved.set(invoice.id, limitTo(made.amount, remaining));
      remaining -= moved.get(invoice.id) ?? 0;
    }
  }
  return moved;
};

/** The commission of every credited invoice, derived only from invoices, payments, adjustments and payouts; keyed by `invoice user`. */
export const recomputed = async (db: Database): Promise<Map<string, Derived>> => {
  const invoices = await db.query
    .selectFrom('invoices')
    .selectAll()
    .where('state', '=', 'sent')
    .where('salesperson_id', 'is not', null)
    .execute();
  const received = await sums(
    db,
    "select invoice_id as id, sum(amount_cents)::int8 as cents from customer_payments where state = 'completed' group by 1",
  );
  const credited = await sums(
    db,
    "select credit_of_id as id, sum(gross_cents)::int8 as cents from invoices where credit_of_id is not null and state = 'sent' group by 1",
  );
  const adjusted = await sums(
    db,
    "select r.invoice_id as id, sum(a.amount_cents)::int8 as cents from adjustments a join commission_records r on r.id = a.commission_id where a.state = 'approved' group by 1",
  );
  const lines =
    "from payout_lines l join payouts p on p.id = l.payout_id join commission_records r on r.id = l.commission_id where p.state = 'completed'";
  const paid = await sums(db, `select r.invoice_id as id, sum(l.amount_cents)::int8 as cents ${lines} group by 1`);
  const { rows: dates } = await sql
    .raw<{ id: number; day: string }>(`select r.invoice_id as id, max(p.paid_on) as day ${lines} and p.reversal_of_id is null group by 1`)
    .execute(db.query);
  const paidOn = new Map(dates.map(({ id, day }) => [id, day]));

  const all = new Map(
    (await db.query.selectFrom('invoices').select(['id', 'gross_cents', 'credit_of_id']).execute()).map((row) => [row.id, row]),
  );
  /** Decisions 2.03: a credit memo is released by the payments of the invoice it reverses. */
  const paying = (id: number): { id: number; gross_cents: number } => {
    const row = all.get(id);
    if (!row) throw new Error(`invoice ${id} is gone`);
    return row.credit_of_id === null ? row : paying(row.credit_of_id);
  };

  const derived = new Map<string, Derived>();
  const credits: Credit[] = [];
  /** By invoice: earnings including the memos of its own quarter, and the part of its net reversed by later ones. */
  const families = new Map<number, { net: number; taken: number; base: number; over: number; amount: number }>();
  const inPart = (worth: number, total: number, part: number): number =>
    total === 0 ? 0 : roundRatio(BigInt(worth) * BigInt(part * Math.sign(total)), BigInt(Math.abs(total)));
  /** Each person's sales by quarter, reduced by credit memos (decisions 2.23). */
  const quarters = new Map<string, { id: number; net: number; fixed: boolean }[]>();
  const worthOf = (sales: readonly { net: number; fixed: boolean }[]): Parts => {
    const sum = { base: 0, over: 0, amount: 0 };
    let cum = 0;
    for (const { net, fixed } of sales) {
      const one = commissionOf(net, cum, defaultRates);
      cum += net;
      if (fixed) continue;
      for (const key of ['base', 'over', 'amount'] as const) sum[key] += one[key];
    }
    return sum;
  };
  for (const invoice of invoices.sort(byBooking)) {
    const user = invoice.salesperson_id;
    const quarter = `${user} ${periodAt('quarter', invoice.booking_date).start_date}`;
    const sales = quarters.get(quarter) ?? [];
    quarters.set(quarter, sales);
    const { credit_of_id: creditOf, net_cents: net } = invoice;
    const original = creditOf === null ? undefined : families.get(creditOf);
    // A memo gets no record if its original has none.
    if (creditOf !== null && !original) continue;
    const before = worthOf(sales);
    const sale = sales.find(({ id }) => id === creditOf);
    if (sale) sale.net += net;
    else if (!original) sales.push({ id: invoice.id, net, fixed: false });
    const after = worthOf(sales);
    const difference = { base: after.base - before.base, over: after.over - before.over, amount: after.amount - before.amount };
    let made: Parts = difference;
    if (!original) families.set(invoice.id, { ...made, net, taken: 0 });
    else if (sale) {
      for (const key of ['base', 'over', 'amount'] as const) original[key] += made[key];
      original.net += net;
    } else {
      const share = (worth: number): number =>
        inPart(worth, original.net, original.taken + net) - inPart(worth, original.net, original.taken);
      const base = original.net === 0 ? net : share(original.base);
      made = { base, over: net - base, amount: share(original.amount) };
      original.taken += net;
      // It counts toward the quota of its own quarter; its commission is independent of other sales there.
      sales.push({ id: invoice.id, net, fixed: true });
    }
    const root = paying(invoice.id);
    credits.push({ invoice, user: Number(user), quarter, made, root });
  }
  const remainingCents = ({ id, gross_cents: gross }: { id: number; gross_cents: number }): number =>
    gross > 0 ? Math.max(0, gross + (credited.get(id) ?? 0)) : gross;
  // A credit is not a payment (decisions 2.23).
  const isSettled = ({ root }: Credit): boolean => root.gross_cents > 0 && remainingCents(root) === 0 && (received.get(root.id) ?? 0) <= 0;
  const closed = await db.query.selectFrom('pay_periods').select(['start_date', 'end_date']).where('state', '=', 'closed').execute();
  const isClosed = (day: string): boolean => closed.some(({ start_date, end_date }) => start_date <= day && day <= end_date);
  const moved = movedBySettled(credits.filter(isSettled), isClosed);
  for (const credit of credits) {
    const { invoice, user, made, root } = credit;
    const adjustments = adjusted.get(invoice.id) ?? 0;
    const c = made.amount + adjustments;
    const taken = moved.get(invoice.id) ?? 0;
    const settled = taken === 0 ? 0 : limitTo(c, taken + adjustments);
    const d = isSettled(credit) ? settled : releasedOf(defaultPlan.release.when, c, received.get(root.id) ?? 0, remainingCents(root));
    const p = paid.get(invoice.id) ?? 0;
    derived.set(`${invoice.id} ${user}`, {
      base_cents: made.base,
      over_cents: made.over,
      amount_cents: made.amount,
      adjustments_cents: adjustments,
      released_cents: d,
      paid_cents: p,
      due_cents: dueOf(c, d, p),
      status: commissionStatusFor(c, d, p),
      payment_date: p === 0 ? null : (paidOn.get(invoice.id) ?? null),
    });
  }
  return derived;
};

/** The values of commission_records in the same shape. */
export const recorded = async (db: Database): Promise<Map<string, Derived>> => {
  const records = await db.query.selectFrom('commission_records').selectAll().execute();
  return new Map(
    records.map((record) => [
      `${record.invoice_id} ${record.user_id}`,
      {
        base_cents: record.base_cents,
        over_cents: record.over_cents,
        amount_cents: record.amount_cents,
        adjustments_cents: record.adjustments_cents,
        released_cents: record.released_cents,
        paid_cents: record.paid_cents,
        due_cents: record.due_cents,
        status: record.status,
        payment_date: record.payment_date,
      },
    ]),
  );
};
