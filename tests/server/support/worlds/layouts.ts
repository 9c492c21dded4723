import { afterEach, beforeEach } from 'vitest';
import type { ImportKind } from '../../../../contract/rules/imports/fields.ts';
import { createImportCompany, type ImportCompany } from './imports.ts';

/** A company for each test, into which exports of other systems are imported. */
export const setUpLayouts = () => {
  const setup = {} as { world: ImportCompany };
  beforeEach(async () => {
    setup.world = await createImportCompany();
  });
  afterEach(async () => {
    await setup.world.isSettled();
    await setup.world.server.close();
  });

  /** Booked amounts in dollars, by number. */
  const booked = async () =>
    Object.fromEntries(
      (await setup.world.invoices()).map((row) => [
        row.invoice_number,
        [row.gross_cents / 100, row.net_cents / 100, row.booking_date, row.state],
      ]),
    );
  const receipts = async () => {
    const rows = await setup.world.server.db.query
      .selectFrom('receipts as r')
      .leftJoin('customer_payments as p', 'p.receipt_id', 'r.id')
      .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
      .select(['r.reference', 'r.received_on', 'r.amount_cents', 'i.invoice_number', 'p.amount_cents as paid'])
      .orderBy('r.id')
      .orderBy('p.id')
      .execute();
    return rows.map((row) => [row.reference, row.received_on, row.amount_cents / 100, row.invoice_number, (row.paid ?? 0) / 100]);
  };
  const earned = async (): Promise<number> => {
    const rows = await setup.world.server.db.query.selectFrom('commission_records').select('amount_cents').execute();
    return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0) / 100;
  };
  const previewed = async (kind: ImportKind, content: string) => setup.world.preview(await setup.world.upload(kind, content));
  const readFates = async (id: string) =>
    (await setup.world.ask('GET', `/${id}/rows`)).data.map(
      ({ row, fate, reason }: { row: number; fate: string; reason: string | null }) => [row, fate, reason],
    );
  return Object.assign(setup, { booked, receipts, earned, previewed, fates: readFates });
};

const STRIPE =
  'id,Amount Due,Closed,Currency,Customer,Date (UTC),Due Date (UTC),Number,Paid,Subscription,Subtotal,Total Discount Amount,Applied Coupons,Tax,Tax Percent,Total,Amount Paid,Status,Customer Name,Customer Email,Sales Rep (metadata)';
/** A row of Stripe’s export of invoices. */
export const stripeLine = (n: number, status: string, more: { total?: number; tax?: number; paid?: number; day?: string } = {}): string => {
  const { total = 1000, tax = 0, paid = 0, day = '2026-11-03 17:03' } = more;
  return `in_${n},${total},TRUE,usd,cus_${n},${day},,ACME-${n},TRUE,,${total - tax},0.00,,${tax},,${total},${paid},${status},School ${n},a@b.c,sam@example.test`;
};
export const stripe = (...lines: string[]): string => [STRIPE, ...lines].join('\n');
