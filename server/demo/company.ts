import type { Bulk } from './bulk.ts';
import type { createCustomerNumbers } from './customers/customers.ts';
import { dealsOf } from './customers/deals.ts';
import type { Highlights } from './highlights.ts';
import { type HistoryRow, historyOf } from './history.ts';
import { adjustmentsOf, type DemoAdjustment } from './money/adjustments.ts';
import { bookingsOf, type DemoBooking, unassignedBookings } from './money/bookings.ts';
import type { DemoLedger } from './money/ledger.ts';
import type { Numbers } from './money/numbering.ts';
import { type DemoReceipt, demoReceivedBy, paymentsOf } from './money/payments.ts';
import { demoAccountOf, payoutsOf } from './money/payouts.ts';
import { creditSales, type DemoSale, numberSales } from './money/sales.ts';
import type { DemoSeller } from './people/people.ts';
import { randomOf } from './random.ts';
import type { DemoSpan } from './span.ts';

const LARGE_COMMISSION = 15_000;
/** Number of sellers with a written history: all of them at scale 1. */
const SELLERS_WITH_HISTORY = 60;

type CustomerOf = ReturnType<typeof createCustomerNumbers>;
type DemoTools = Readonly<{
  span: DemoSpan;
  numbers: Numbers;
  rows: DemoLedger;
  bulk: Bulk;
  customerOf: CustomerOf;
  highlights: Highlights;
  history: HistoryRow[];
}>;

const groupBySale = (adjustments: readonly DemoAdjustment[]): Map<DemoSale, DemoAdjustment[]> => {
  const groups = new Map<DemoSale, DemoAdjustment[]>();
  for (const adjustment of adjustments) groups.set(adjustment.sale, [...(groups.get(adjustment.sale) ?? []), adjustment]);
  return groups;
};

/** Payments for each sale; a credit memo follows its original and refunds the amount received for it. */
const createPayments = (
  sales: readonly DemoSale[],
  seed: string,
  { today }: DemoSpan,
  isPrompt: boolean,
): Map<DemoBooking, readonly DemoReceipt[]> => {
  const random = randomOf(seed);
  const creditDays = new Map(sales.flatMap(({ booking }) => (booking.creditOf ? [[booking.creditOf, booking.day] as const] : [])));
  const payments = new Map<DemoBooking, readonly DemoReceipt[]>();
  for (const sale of sales) {
    const { creditOf } = sale.booking;
    const receivedCents = creditOf ? demoReceivedBy(payments.get(creditOf) ?? [], sale.booking.day) : 0;
    payments.set(
      sale.booking,
      paymentsOf(random, sale, { today, isPrompt, creditedOn: creditDays.get(sale.booking) ?? null, received: receivedCents }),
    );
  }
  return payments;
};

/** Adds invoices with their customers and payments. */
const addSales = (
  sales: readonly DemoSale[],
  invoiceOf: (sale: DemoSale) => ReturnType<DemoLedger['invoice']>,
  payments: ReadonlyMap<DemoBooking, readonly DemoReceipt[]>,
  { rows, bulk, customerOf }: Pick<DemoTools, 'rows' | 'bulk' | 'customerOf'>,
): void => {
  for (const sale of sales) {
    const invoice = invoiceOf(sale);
    const customer_id = customerOf({ customer_name: invoice.customer_name, customer_type: sale.booking.customer.type });
    bulk.add('invoices', [{ ...invoice, customer_id, recorded_at: invoice.updated_at }]);
    const receivedCents = rows.payments(sale, payments.get(sale.booking) ?? []);
    bulk.add('receipts', rows.receipts(receivedCents, customer_id));
    bulk.add(
      'customer_payments',
      receivedCents.map((receipt) => ({ ...receipt, created_by: rows.bookkeeper, recorded_at: receipt.created_at })),
    );
  }
};

/** Adds all rows of one seller. @returns the number of invoices */
export const addSeller = (
  seller: DemoSeller,
  sellerIndex: number,
  { span, numbers, rows, bulk, customerOf, highlights, history }: DemoTools,
): number => {
  // The demo account's seller has a monthly advance and an example of each case.
  const isDemoSeller = sellerIndex === 0;
  const sales = numberSales(bookingsOf(seller, span), numbers);
  const idOf = new Map(sales.map(({ booking, id }) => [booking, id]));
  const payments = createPayments(sales, `payments ${seller.id}`, span, isDemoSeller);
  const deals = dealsOf(seller, sales, span, sellerIndex * 20 + 1);
  bulk.add(
    'deals',
    deals.rows.map((row, index) => ({ ...row, customer_id: customerOf({ ...row, customer_type: deals.customers[index]?.type }) })),
  );
  bulk.add('deal_moves', deals.moves);
  const invoiceOf = (sale: DemoSale) =>
    rows.invoice(
      sale,
      seller.id,
      deals.ofInvoice.get(sale.id) ?? null,
      sale.booking.creditOf ? (idOf.get(sale.booking.creditOf) ?? null) : null,
    );
  addSales(sales, invoiceOf, payments, { rows, bulk, customerOf });

  const creditedSales = creditSales(sales);
  const adjustments = adjustmentsOf(randomOf(`adjustments ${seller.id}`), creditedSales, span.today, isDemoSeller ? 2.5 : 1);
  const adjustmentsBySale = groupBySale(adjustments);
  const random = randomOf(`payouts ${seller.id}`);
  const creditedOn = new Map(sales.flatMap(({ booking: { creditOf, day } }) => (creditOf ? [[creditOf, day] as const] : [])));
  const accounts = creditedSales.map((sale) =>
    demoAccountOf({
      sale,
      creditedOn: sale.booking.creditOf ? sale.booking.day : (creditedOn.get(sale.booking) ?? null),
      payments: payments.get(sale.booking.creditOf ?? sale.booking) ?? [],
      adjustments: adjustmentsBySale.get(sale) ?? [],
      isPaidInHalves: sale.parts.amount >= LARGE_COMMISSION && random.chance(isDemoSeller ? 0.6 : 0.15),
    }),
  );
  const payouts = payoutsOf(random, accounts, span.today, isDemoSeller ? 1 : 0.3);

  const records = accounts.map((account) => rows.record(account, seller));
  const idOfAccount = new Map(accounts.map((account, index) => [account, records[index]?.id ?? 0]));
  const payoutRows = rows.payouts(payouts, seller, idOfAccount);
  bulk.add('commission_records', records);
  bulk.add('payouts', payoutRows.rows);
  bulk.add('payout_lines', payoutRows.lines);
  const adjustmentRows = rows.adjustments(
    adjustments,
    seller,
    new Map(accounts.map((account) => [account.sale, idOfAccount.get(account) ?? 0])),
  );
  bulk.add('adjustments', adjustmentRows);
  const ids = {
    recordIds: idOfAccount,
    payoutRows: payoutRows.rows,
    adjustmentRows,
    bookkeeper: rows.bookkeeper,
    today: span.today,
  };
  if (sellerIndex < SELLERS_WITH_HISTORY)
    for (const historyEntry of historyOf({ accounts, payouts, adjustments, ...ids })) history.push(historyEntry);
  highlights.collect({
    seller,
    accounts,
    payouts,
    adjustments,
    deals: deals.rows,
    recordIds: idOfAccount,
    payoutRows: payoutRows.rows,
    adjustmentRows,
  });
  return sales.length;
};

/** Adds invoices that are not credited to anybody yet. */
export const addUnassigned = ({ span, numbers, rows, bulk, customerOf }: Omit<DemoTools, 'highlights' | 'history'>): void => {
  const sales = numberSales(unassignedBookings(span), numbers);
  const payments = createPayments(sales, 'payments of nobody', span, false);
  addSales(sales, (sale) => rows.invoice(sale, null, null, null), payments, { rows, bulk, customerOf });
};
