import type { StorySubject } from '../../../contract/entities/story.ts';
import { type Actor, can, reachOf } from '../../../contract/permissions.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { DealRow } from '../../db/repositories/deals/deals.ts';
import type { EventRow } from '../../db/repositories/events/events.ts';
import type { InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { StoryPayout, StoryReceipt, StoryRecord } from '../../db/repositories/story/story.ts';
import { canAccessDeal } from '../deals/dealScope.ts';
import { canAccessInvoice } from '../shared/invoiceScope.ts';
import { readChain } from './storyChain.ts';
import type { StoryStart } from './storyStart.ts';

/** The actor, the subject, and today in the company's time zone. */
export type StoryContext = Readonly<{ actor: Actor; of: StorySubject; today: Day }>;
/** The part of a story its actor may see. */
export type StoryFacts = Readonly<{
  deals: readonly DealRow[];
  events: readonly EventRow[];
  invoices: readonly InvoiceRow[];
  receipts: readonly StoryReceipt[];
  records: readonly StoryRecord[];
  payouts: readonly StoryPayout[];
}>;

/** The same visibility as in lists: for users who may read it or one of its records, and for its seller and lead. */
const maySeeInvoice = (actor: Actor, row: InvoiceRow, earners: readonly number[]): boolean =>
  canAccessInvoice(actor, 'invoice:read', row) ||
  earners.some((id) => can(actor, 'commission:read', { owner_id: String(id) })) ||
  (reachOf(actor, 'commission:read') !== 'none' && [row.salesperson_id, row.sales_lead_id].includes(Number(actor.id)));

export const mayReadPayment = (actor: Actor, payee: number): boolean => can(actor, 'payment:read', { owner_id: String(payee) });

/** Everything that belongs to the start, one query per kind. Invisible items are treated as missing. */
export const readStoryFacts = async (store: Repositories, actor: Actor, start: StoryStart): Promise<StoryFacts> => {
  const chain = await readChain(store, start.chain);
  const [deals, events, invoices, invoiceRecords] = await Promise.all([
    store.deals.byIds(chain.deal),
    store.events.byIds(chain.event),
    store.invoiceRows.byIds(chain.invoice),
    store.story.recordsOf(chain.invoice),
  ]);
  const earnersOf = (id: number) => invoiceRecords.filter(({ invoice_id }) => invoice_id === id).map(({ user_id }) => user_id);
  const visibleInvoices = chain.invoice.flatMap((id) => {
    const row = invoices.get(id);
    return row && maySeeInvoice(actor, row, earnersOf(id)) ? [row] : [];
  });
  const records = invoiceRecords.filter(
    ({ id, user_id }) => (start.records?.includes(id) ?? true) && can(actor, 'commission:read', { owner_id: String(user_id) }),
  );
  const payableInvoices = visibleInvoices.filter(
    ({ id }) => can(actor, 'payment:read') || earnersOf(id).some((payee) => mayReadPayment(actor, payee)),
  );
  const [receipts, payouts] = await Promise.all([
    start.receipt ? [start.receipt] : store.story.receipts(payableInvoices.map(({ id }) => id)),
    start.payout ? [start.payout] : store.story.payouts(records.map(({ id }) => id)),
  ]);
  return {
    deals: deals.filter((row) => canAccessDeal(actor, 'deal:read', row)),
    events: can(actor, 'event:read') ? events : [],
    invoices: visibleInvoices,
    receipts,
    records,
    payouts: payouts.filter(({ user_id }) => mayReadPayment(actor, user_id)),
  };
};
