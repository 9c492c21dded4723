import type { StoryGap } from '../../../contract/entities/story.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can, reachOf } from '../../../contract/permissions.ts';
import { lastDayOf } from '../../../contract/rules/events/eventNeeds.ts';
import { lacksShift } from '../../../contract/rules/events/factNeeds.ts';
import { invoiceReasonOf, isMarked, isToInvoice } from '../../../contract/rules/events/toInvoice.ts';
import { invoiceStatusOf } from '../../../contract/rules/invoices.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import { addDays, periodAt } from '../../../contract/rules/time/period.ts';
import type { EventRow } from '../../db/repositories/events/events.ts';
import type { InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import { balanceOf, moneyOf } from '../invoices/invoiceView.ts';
import { canAccessInvoice } from '../shared/invoiceScope.ts';
import { dollars } from '../shared/moneyText.ts';
import { mayReadPayment, type StoryContext, type StoryFacts } from './storyFacts.ts';
import { eventLink, hasPermission, isCanceledRow, recordLink, shownEvent } from './storyItems.ts';

const [text, responsible, actionLabels] = [messages.storyGaps, messages.storyWho, messages.storyActs];

/** `open`: not due yet. */
export type Gap = StoryGap & Readonly<{ state: 'open' | 'missing' }>;
type GapOf = (facts: StoryFacts, context: StoryContext) => Gap | null;

const gap = (state: Gap['state'], message: string, responsible: string | null = null, act: StoryGap['act'] = null): Gap => ({
  state,
  sentence: message,
  who: responsible,
  act,
});
/** A link to the action, if the actor may perform it. */
const act = (may: boolean, label: string, path: string, query: Readonly<Record<string, string>> = {}): StoryGap['act'] =>
  may ? { label, link: Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}` } : null;

/** True for a payment without allocations, which has no invoices or commissions to look for. */
const isUnallocated = ({ invoices }: StoryFacts, { of: subject }: StoryContext): boolean => subject === 'payment' && invoices.length === 0;
const isMemo = ({ credit_of_id, gross_cents }: InvoiceRow): boolean => credit_of_id !== null || gross_cents < 0;

export const dealGap: GapOf = (facts, viewer) => {
  const { deals, events, invoices } = facts;
  const reach = reachOf(viewer.actor, 'deal:read');
  if (deals.length > 0 || reach === 'none' || isUnallocated(facts, viewer) || (invoices.length > 0 && invoices.every(isMemo))) return null;
  const customer = invoices[0]?.customer_name ?? events[0]?.customer_name ?? '';
  const find = act(hasPermission(viewer, 'deal:write'), actionLabels.findDeal, '/deals', { state: 'all', customer });
  return gap('missing', reach === 'all' ? text.noDeal : text.noDealSeen, responsible.linksDeal, find);
};

const eventsOf = (customer: string, { today }: StoryContext): Readonly<Record<string, string>> => {
  const { start_date: start, end_date: end } = periodAt('year', today);
  return { period: 'year', start, end, customer };
};
export const eventGap: GapOf = (facts, viewer) => {
  const { deals, events, invoices } = facts;
  if (events.length > 0) return null;
  if (viewer.of === 'deal') {
    const [deal] = deals;
    if (deal?.state === 'won') return gap('missing', text.noEvent, responsible.linksEvent);
    return deal?.state === 'open' ? gap('open', text.noEventYet) : null;
  }
  const [invoice, ...more] = invoices;
  if (!invoice || invoices.every(isMemo)) return null;
  const message = more.length === 0 ? fill(text.noEventNames, { number: invoice.invoice_number }) : text.noEventNamesAny;
  const find = act(hasPermission(viewer, 'event:edit'), actionLabels.findEvent, '/events', eventsOf(invoice.customer_name, viewer));
  return gap('missing', message, responsible.editsEvent, find);
};

const syncing = ({ actor }: StoryContext): StoryGap['act'] =>
  act(can(actor, 'integration:manage'), actionLabels.openSling, '/admin/settings', { tab: 'sling' }) ??
  act(can(actor, 'event:sync'), actionLabels.openEvents, '/events');
/** Reports the first active event that has no shift or whose shift nobody has taken. */
export const shiftGap: GapOf = ({ events }, viewer) => {
  const event = events.find((row) => !isCanceledRow(row) && lacksShift(shownEvent(row)));
  if (!event) return null;
  const day = event.has_day ? lastDayOf(shownEvent(event)) : null;
  if (day === null) return gap('open', text.shiftUndated);
  const needed = addDays(day, -limits.events.shiftDays);
  if (needed > viewer.today) return gap('open', fill(text.shiftLater, { day: dayText(needed) }));
  return gap('missing', fill(event.shift ? text.openShift : text.noShift, { day: dayText(day) }), responsible.bringsShift, syncing(viewer));
};

const creating = ({ deals }: StoryFacts, viewer: StoryContext): StoryGap['act'] => {
  const deal = deals.find(({ state }) => state === 'won');
  return act(hasPermission(viewer, 'invoice:write'), actionLabels.createInvoice, '/invoices', { create: deal ? `deal-${deal.id}` : 'new' });
};
/** An event must name an invoice, or the reason why it has none. */
const gapOfEvent = (event: EventRow, facts: StoryFacts, viewer: StoryContext): Gap | null => {
  const number = event.invoice_id?.trim();
  const find = act(viewer.of !== 'event' && hasPermission(viewer, 'event:edit'), actionLabels.openEvent, eventLink(event));
  if (number) {
    // Users who may not read invoices see only the number.
    return hasPermission(viewer, 'invoice:read')
      ? gap('missing', fill(text.unknownInvoice, { number }), responsible.editsEvent, find)
      : null;
  }
  const view = shownEvent(event);
  const reason = invoiceReasonOf(view, viewer.today);
  if (isToInvoice(view, viewer.today)) return gap('missing', reason, responsible.createsInvoice, creating(facts, viewer));
  return isMarked(view) && !isCanceledRow(event) ? gap('missing', reason, responsible.editsEvent, find) : gap('open', reason);
};
const gapOfInvoices = ({ invoices, events }: StoryFacts, viewer: StoryContext): Gap | null => {
  const draft = invoices.find(({ state }) => state === 'draft');
  if (draft) {
    const send = act(canAccessInvoice(viewer.actor, 'invoice:write', draft), actionLabels.send, '/invoices', { send: String(draft.id) });
    return gap('open', fill(text.draft, { number: draft.invoice_number }), responsible.sendsInvoice, send);
  }
  const unnamed = viewer.of === 'event' && events.find(({ invoice_id }) => !invoice_id?.trim());
  const [invoice] = invoices;
  return unnamed && invoice ? gap('open', fill(text.unnamedInvoice, { number: invoice.invoice_number }), responsible.editsEvent) : null;
};
export const invoiceGap: GapOf = (facts, viewer) => {
  const { deals, events, invoices } = facts;
  if (invoices.length > 0) return gapOfInvoices(facts, viewer);
  if (viewer.of === 'payment') {
    const [receipt] = facts.receipts;
    const allocate = act(receipt !== undefined, actionLabels.allocate, '/payments', { allocate: `cp-${receipt?.id}` });
    return receipt ? gap('missing', text.unallocated, responsible.allocates, allocate) : null;
  }
  const gaps = events.map((event) => gapOfEvent(event, facts, viewer)).filter((candidate) => candidate !== null);
  const first = gaps.find(({ state }) => state === 'missing') ?? gaps[0];
  if (first || events.length > 0) return first ?? null;
  const [deal] = deals;
  if (deal?.state === 'open') return gap('open', text.invoiceLater);
  if (deal?.state !== 'won') return null;
  const seesAll = reachOf(viewer.actor, 'commission:read') === 'all';
  return gap('missing', seesAll ? text.noInvoice : text.noInvoiceSeen, responsible.createsInvoice, creating(facts, viewer));
};

export const receiptGap: GapOf = ({ invoices }, viewer) => {
  if (viewer.of === 'payment') return null;
  const open = invoices.filter((row) => balanceOf(row) > 0);
  const [invoice, ...more] = open;
  if (!invoice) return null;
  const isOverdue = open.some((row) => invoiceStatusOf(moneyOf(row), viewer.today) === 'overdue');
  const words = {
    amount: dollars(open.reduce((sum, row) => sum + balanceOf(row), 0)),
    number: invoice.invoice_number,
    day: invoice.due_date === null ? '' : dayText(invoice.due_date),
  };
  const singleInvoiceText = isOverdue ? text.overdue : invoice.due_date === null ? text.toReceive : text.toReceiveBy;
  const record = act(can(viewer.actor, 'payment:manage'), actionLabels.recordPayment, '/payments', { record: invoice.invoice_number });
  return gap(
    isOverdue ? 'missing' : 'open',
    fill(more.length > 0 ? text.toReceiveOfMany : singleInvoiceText, words),
    responsible.customerPays,
    record,
  );
};

const withoutRecords: GapOf = ({ invoices }, viewer) => {
  const sent = invoices.find(({ state }) => state === 'sent');
  // Users who see only their own records get no gap for other people's.
  if (!sent || reachOf(viewer.actor, 'commission:read') !== 'all') return null;
  const words = { number: sent.invoice_number };
  if (sent.salesperson_id !== null) return gap('open', fill(text.noRecord, words));
  const assign = act(canAccessInvoice(viewer.actor, 'invoice:write', sent), actionLabels.assign, '/invoices', { assign: String(sent.id) });
  return gap('missing', fill(text.nobody, words), responsible.assigns, assign);
};
export const releaseGap: GapOf = (facts, viewer) => {
  if (facts.records.length === 0) return withoutRecords(facts, viewer);
  const heldRecord = facts.records.find(({ reason }) => reason === 'held');
  if (heldRecord) {
    const open = act(viewer.of !== 'record' && can(viewer.actor, 'commission:hold'), actionLabels.openRecord, recordLink(heldRecord) ?? '');
    return gap('missing', text.held, responsible.releasesHold, open);
  }
  const waiting = facts.records.filter(({ status, earned_cents }) => status === 'not_due' && earned_cents !== 0);
  if (waiting.length === 0) return null;
  return gap('open', waiting.every(({ reason }) => reason === 'wait_days') ? text.waitDays : text.unpaidCustomer);
};

/** Due amounts in no payment; pending and active payments are shown as their own items. */
export const payoutGap: GapOf = ({ records: all, payouts }, viewer) => {
  const records = all.filter(({ user_id }) => mayReadPayment(viewer.actor, user_id));
  if (records.length === 0 || viewer.of === 'payment') return null;
  const due = records.reduce((sum, { due_cents }) => sum + due_cents, 0);
  const onTheWay = payouts.filter(({ state }) => state === 'pending' || state === 'processing');
  const open = due - onTheWay.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  if (due > 0 && open > 0) {
    const runs = act(can(viewer.actor, 'payment:manage'), actionLabels.openRuns, '/payments', { run: 'all' });
    return gap('missing', fill(text.due, { amount: dollars(open) }), responsible.paysOut, runs);
  }
  if (payouts.length > 0) return null;
  return due < 0 ? gap('open', fill(text.owed, { amount: dollars(-due) })) : gap('open', text.nothingDue);
};
