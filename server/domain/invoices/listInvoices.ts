import type { ListPart } from '../../../contract/entities/common.ts';
import type { InvoicePage, InvoiceSort, InvoiceStatus, InvoiceSummary } from '../../../contract/entities/invoice.ts';
import { messages } from '../../../contract/messages.ts';
import { type Actor, reachOf } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { InvoiceSums } from '../../db/repositories/invoices/invoicesPage.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { requireValidDays } from '../shared/days.ts';
import { readableSellers } from '../shared/invoiceScope.ts';
import { readPage } from '../shared/page.ts';
import { badRequest } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { type InvoicesCursorFields, invoiceCursor } from './invoiceCursor.ts';
import { invoiceEntityOf } from './invoiceView.ts';

export type InvoicesQuery = Readonly<{
  status?: InvoiceStatus;
  search?: string;
  person?: string;
  start_date?: string;
  end_date?: string;
  sort_field?: InvoiceSort;
  sort_direction?: 'asc' | 'desc';
  cursor?: string;
  limit: number;
  part?: ListPart;
}>;

/** Parameters missing from the query come from the cursor. @throws Problem 400 for invalid or reversed days */
const filterFrom = (query: InvoicesQuery, carried?: InvoicesCursorFields): InvoicesCursorFields => {
  const { start_date: from, end_date: to, person } = query;
  requireValidDays({ start_date: from, end_date: to });
  if (from !== undefined && to !== undefined && to < from) throw badRequest('range_invalid', messages.invoiceRefusals.range, 'start_date');
  return {
    status: query.status ?? carried?.status ?? null,
    search: query.search?.trim() || (carried?.search ?? null),
    person: person ? (person === 'none' ? 'none' : Number(person)) : (carried?.person ?? null),
    from: from ?? carried?.from ?? null,
    to: to ?? carried?.to ?? null,
    sort: query.sort_field ?? carried?.sort ?? 'booking_date',
    direction: query.sort_direction ?? carried?.direction ?? 'desc',
  };
};

const summaryOf = (
  actor: Actor,
  { invoiced_cents, paid_cents, overdue_cents, commission_cents, unassigned }: InvoiceSums,
): InvoiceSummary => ({
  total_invoiced: fromCents(invoiced_cents),
  total_paid: fromCents(paid_cents),
  total_overdue: fromCents(overdue_cents),
  total_commissions: reachOf(actor, 'commission:read') === 'none' ? null : fromCents(commission_cents),
  unassigned,
});

/** A page of invoices the actor may read; the first page includes the totals of all results. @throws Problem 400 */
export const listInvoices = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  query: InvoicesQuery,
): Promise<InvoicePage> => {
  const { config } = await currentConfig(store);
  const today = todayIn(config.timezone, clock());
  const cursor = query.cursor === undefined ? null : invoiceCursor.read(query.cursor);
  const carried = filterFrom(query, cursor?.question);
  if (cursor) invoiceCursor.mustContinue(cursor, carried);
  const question = { ...carried, owners: await readableSellers(store, actor) };
  const { part } = query;
  const [page, sums] = await Promise.all([
    part === 'totals'
      ? { rows: [], cursor: null }
      : readPage(
          query.limit,
          (maxRows) => store.invoicesPage.page(question, cursor?.after ?? null, maxRows, today),
          ({ sort_value: value, id }) => invoiceCursor.write({ question: carried, after: { value, id } }),
        ),
    part === 'rows' || (part === undefined && cursor) ? null : store.invoicesPage.sums(question, today),
  ]);
  const total = part === 'rows' ? null : (sums?.count ?? (await store.invoicesPage.count(question, today)));
  const rows = await store.invoiceRows.byIds(page.rows.map(({ id }) => id));
  return {
    data: page.rows.flatMap(({ id }) => {
      const row = rows.get(id);
      return row ? [invoiceEntityOf(actor, row, today)] : [];
    }),
    pagination: { cursor: page.cursor, limit: query.limit, total },
    ...(sums ? { summary: summaryOf(actor, sums) } : {}),
  };
};
