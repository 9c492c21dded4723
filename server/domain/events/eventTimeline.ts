import type { EventTimeline } from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { localDay, readinessOf } from '../../../contract/rules/events/eventNeeds.ts';
import { factReadinessOf } from '../../../contract/rules/events/factNeeds.ts';
import type { EventRow } from '../../db/repositories/events/events.ts';
import type { Store } from '../../db/repositories/store.ts';
import { canAccessDeal } from '../deals/dealScope.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { canAccessInvoice } from '../shared/invoiceScope.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { commissionEntry, dealEntry, type Entry, editEntry, invoiceEntries, namedInvoiceEntry, shiftEntry } from './eventEntries.ts';
import { readEditRights } from './eventRights.ts';
import { eventEntityOf } from './eventView.ts';

const MAX_EDITS = 20;

const createdEntry = (row: EventRow, zone: string): Entry => ({
  kind: 'created',
  day: localDay(row.created_at, zone),
  at: row.created_at,
  title: messages.eventTimeline.added,
  detail: row.src_id === null ? row.customer_name : `${row.customer_name}, ${row.src_id}`,
  amount: null,
  link: null,
});

const eventEntry = (row: EventRow): Entry => ({
  kind: 'event',
  day: row.day,
  at: row.has_day && row.has_time && row.has_program ? row.starts_at : null,
  title: row.activity ?? row.activity_type ?? messages.eventTimeline.event,
  detail:
    [row.customer_name, row.format, row.host_anchor && fill(messages.eventTimeline.host, { host: row.host_anchor })]
      .filter((part): part is string => Boolean(part))
      .join(', ') || null,
  amount: null,
  link: null,
});

const readMoneyEntries = async (store: Store, actor: Actor, row: EventRow, today: string): Promise<Entry[]> => {
  const named = row.invoice_id?.trim() ?? '';
  const invoice = await store.eventsStory.invoiceOf(named);
  const canOpenInvoice = can(actor, 'screen:invoices') && (invoice ? canAccessInvoice(actor, 'invoice:read', invoice) : true);
  const namedEntries = canOpenInvoice || named === '' ? [] : [namedInvoiceEntry(named)];
  if (!invoice) return namedEntries;
  const [deal, payments, commissions] = await Promise.all([
    invoice.deal_id === null ? undefined : store.eventsStory.deal(invoice.deal_id),
    canOpenInvoice ? store.eventsStory.payments(invoice.id) : [],
    store.eventsStory.commissions(invoice.id),
  ]);
  const visibleCommissions = commissions.filter(({ user_id }) => can(actor, 'commission:read', { owner_id: String(user_id) }));
  const mayReadPayments =
    can(actor, 'payment:read') || visibleCommissions.some(({ user_id }) => can(actor, 'payment:read', { owner_id: String(user_id) }));
  return [
    ...(deal && canAccessDeal(actor, 'deal:read', deal) ? [dealEntry(deal)] : []),
    ...(canOpenInvoice ? invoiceEntries(invoice, payments, today, mayReadPayments) : namedEntries),
    ...visibleCommissions.map((commission) => commissionEntry(commission, invoice)),
  ];
};

/** By day, entries without a day last; within a day, entries without a time first. */
const compareEntries = (a: Entry, b: Entry): number =>
  (a.day ?? '9999').localeCompare(b.day ?? '9999') || (a.at === null ? 0 : Date.parse(a.at)) - (b.at === null ? 0 : Date.parse(b.at));

/**
 * One event with its readiness and a timeline of everything related. Users who may not open invoices see only the number in the event;
 * deals, payments and commissions appear only for users who may read them (decisions 3.08), without hinting at hidden ones.
 * @throws Problem 404
 */
export const readEventTimeline = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  id: number | null,
): Promise<EventTimeline> => {
  const row = id === null ? undefined : await store.events.byId(id);
  if (!row) throw notFoundProblem('event');
  const zone = (await currentConfig(store)).config.timezone;
  const today = todayIn(zone, clock());
  const [mayEdit, money, edits] = await Promise.all([
    readEditRights(store, actor),
    readMoneyEntries(store, actor, row, today),
    store.audit.listAbout([{ entity: 'event', entityId: String(row.id) }], MAX_EDITS),
  ]);
  const event = eventEntityOf(row, mayEdit);
  const shift = shiftEntry(row);
  const entries = [
    createdEntry(row, zone),
    ...(shift ? [shift] : []),
    eventEntry(row),
    ...money,
    ...edits.map((edit) => editEntry(edit, zone)),
  ];
  return { event, readiness: [...readinessOf(event, today), ...factReadinessOf(event, today)], entries: entries.sort(compareEntries) };
};
