import type { ListPart } from '../../../contract/entities/common.ts';
import type { PaymentPage, PaymentSort, PaymentState, PaymentSummary, PaymentType } from '../../../contract/entities/payment.ts';
import { messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { PaymentSums, PaymentsListFilter } from '../../db/repositories/payments/paymentsPage.ts';
import { requireValidDays } from '../shared/days.ts';
import { readPage } from '../shared/page.ts';
import { badRequest } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { paymentCursor } from './paymentCursor.ts';
import { paymentOf, readPaymentViewer } from './paymentView.ts';

export type PaymentsQuery = Readonly<{
  type?: PaymentType;
  status?: PaymentState;
  unapplied?: 'true';
  start_date?: string;
  end_date?: string;
  user_id?: string;
  search?: string;
  sort_field?: PaymentSort;
  sort_direction?: 'asc' | 'desc';
  cursor?: string;
  limit: number;
  part?: ListPart;
}>;

/** Requires both days or neither. @throws Problem 400 */
const rangeOf = ({ start_date: from, end_date: to }: PaymentsQuery): Pick<PaymentsListFilter, 'from' | 'to'> | null => {
  if (from === undefined && to === undefined) return null;
  requireValidDays({ start_date: from, end_date: to });
  if (!from || !to || to < from) throw badRequest('range_invalid', messages.paymentRefusals.range, 'end_date');
  return { from, to };
};

/** Parameters missing from the query come from the cursor. @throws Problem 400 */
const filterFrom = (query: PaymentsQuery, carried?: PaymentsListFilter): PaymentsListFilter => ({
  type: query.type ?? carried?.type ?? null,
  unapplied: query.unapplied === 'true' || (carried?.unapplied ?? false),
  state: query.status ?? carried?.state ?? null,
  ...(rangeOf(query) ?? { from: carried?.from ?? null, to: carried?.to ?? null }),
  person: query.user_id ? Number(query.user_id) : (carried?.person ?? null),
  search: query.search?.trim() || (carried?.search ?? null),
  sort: query.sort_field ?? carried?.sort ?? 'payment_date',
  direction: query.sort_direction ?? carried?.direction ?? 'desc',
});

const summaryOf = ({ customer_cents, commission_cents, pending, transactions }: PaymentSums): PaymentSummary => ({
  customer_total: fromCents(customer_cents),
  commission_total: fromCents(commission_cents),
  pending_count: pending,
  transactions,
});

/** spec 2.60, decisions 2.16: a page of receipts and commission payments; the summary covers all types and statuses. @throws Problem 400 */
export const listPayments = async ({ store }: Pick<Services, 'store'>, actor: Actor, query: PaymentsQuery): Promise<PaymentPage> => {
  const cursor = query.cursor === undefined ? null : paymentCursor.read(query.cursor);
  const question = filterFrom(query, cursor?.question);
  if (cursor) paymentCursor.mustContinue(cursor, question);
  const isWhole = question.type === null && question.state === null && !question.unapplied;
  const { part } = query;
  const [viewer, page, count, sums] = await Promise.all([
    readPaymentViewer(store, actor),
    part === 'totals'
      ? { rows: [], cursor: null }
      : readPage(
          query.limit,
          (maxRows) => store.paymentsPage.page(question, cursor?.after ?? null, maxRows),
          ({ sort_value: value, type, row }) => paymentCursor.write({ question, after: { value, type, id: row.id } }),
        ),
    // Without these filters, the summary counts the same payments.
    isWhole || part === 'rows' ? null : store.paymentsPage.count(question),
    part === 'rows' ? null : store.paymentsPage.sums(question),
  ]);
  return {
    data: page.rows.map((row) => paymentOf(viewer, row)),
    pagination: { cursor: page.cursor, limit: query.limit, total: count ?? sums?.transactions ?? null },
    ...(sums ? { summary: summaryOf(sums) } : {}),
  };
};
