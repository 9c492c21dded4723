import type { StoryGap } from '../../../contract/entities/story.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can, reachOf } from '../../../contract/permissions.ts';
import { lastDayOf } from '../../../contract/rules/events/eventNeeds.ts';
import { lacksShift } from '../../../contract/rules/events/factNeeds.ts';
import { invoiceReasonOf, isMarkedAsInvoiced, isToInvoice } from '../../../contract/rules/events/toInvoice.ts';
import { invoiceStatusOf } from '../../../contract/rules/invoices.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import { addDays, periodAt } from '../../../contract/rules/time/period.ts';
import type { EventRow } from '../../db/repositories/events/events.ts';
import type { InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import { balanceOf, moneyOf } from '../invoices/invoiceView.ts';
import { canAccessInvoice } from '../shared/invoiceScope.ts';
import { dollars } from '../shared/moneyText.ts';
import { mayReadPayment, type StoryContext, type StoryFacts } from './storyFacts.ts';
import { eventLinkOf, hasPermission, isCanceledRow, recordLink, toEvent } from './storyItems.ts';

const [text, responsible, actionLabels] = [messages.storyGaps, messages.storyResolvers, messages.storyLinkLabels];

/** `open`: not due yet. */
export type Gap = StoryGap & Readonly<{ state: 'open' | 'missing' }>;
type GapOf = (facts: StoryFacts, context: StoryContext) => Gap | null;

const createGap = (state: Gap['state'], message: string, responsible: string | null = null, action: StoryGap['act'] = null): Gap => ({
  state,
  sentence: message,
  who: responsible,
  act: action,
});
/** A link to the action, if the actor may perform it. */
const createAction = (isAllowed: boolean, label: string, path: string, query: Readonly<Record<string, string>> = {}): StoryGap['act'] =>
  isAllowed ? { label, link: Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}` } : null;

/** True for a payment without allocations, which has no invoices or commissions to look for. */
const isUnallocated = ({ invoices }: StoryFacts, { of: subject }: StoryContext): boolean => subject === 'payment' && invoices.length === 0;
const isMemo = ({ credit_of_id, gross_cents }: InvoiceRow): boolean => credit_of_id !== null || gross_cents < 0;

export const dealGap: GapOf = (facts, viewer) => {
  const { deals, events, invoices } = facts;
  const reach = reachOf(viewer.actor, 'deal:read');
  if (deals.length > 0 || reach === 'none' || isUnallocated(facts, viewer) || (invoices.length > 0 && invoices.every(isMemo))) return null;
  const customer = invoices[0]?.customer_name ?? events[0]?.customer_name ?? '';
  const find = createAction(hasPermission(viewer, 'deal:write'), actionLabels.findDeal, '/deals', { state: 'all', customer });
  return createGap('missing', reach === 'all' ? text.noDeal : text.noDealSeen, responsible.linksDeal, find);
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
    if (deal?.state === 'won') return createGap('missing', text.noEvent, responsible.linksEvent);
    return deal?.state === 'open' ? createGap('open', text.noEventYet) : null;
  }
  const [invoice, ...otherInvoices] = invoices;
  if (!invoice || invoices.every(isMemo)) return null;
  const message = otherInvoices.length === 0 ? fill(text.noEventNames, { number: invoice.invoice_number }) : text.noEventNamesAny;
  const find = createAction(
    hasPermission(viewer, 'event:edit'),
    actionLabels.findEvent,
    '/events',
    eventsOf(invoice.customer_name, viewer),
  );
  return createGap('missing', message, responsible.editsEvent, find);
};

const syncActionOf = ({ actor }: StoryContext): StoryGap['act'] =>
  createAction(can(actor, 'integration:manage'), actionLabels.openSling, '/admin/settings', { tab: 'sling' }) ??
  createAction(can(actor, 'event:sync'), actionLabels.openEvents, '/events');
/** Reports the first active event that has no shift or whose shift nobody has taken. */
export const shiftGap: GapOf = ({ events }, viewer) => {
  const event = events.find((row) => !isCanceledRow(row) && lacksShift(toEvent(row)));
  if (!event) return null;
  const day = event.has_day ? lastDayOf(toEvent(event)) : null;
  if (day === null) return createGap('open', text.shiftUndated);
  const neededOn = addDays(day, -limits.events.shiftDays);
  if (neededOn > viewer.today) return createGap('open', fill(text.shiftLater, { day: dayText(neededOn) }));
  return createGap(
    'missing',
    fill(event.shift ? text.openShift : text.noShift, { day: dayText(day) }),
    responsible.bringsShift,
    syncActionOf(viewer),
  );
};

const createInvoiceAction = ({ deals }: StoryFacts, viewer: StoryContext): StoryGap['act'] => {
  const deal = deals.find(({ state }) => state === 'won');
  return createAction(hasPermission(viewer, 'invoice:write'), actionLabels.createInvoice, '/invoices', {
    create: deal ? `deal-${deal.id}` : 'new',
  });
};
/** An event must name an invoice, or the reason why it has none. */
const gapOfEvent = (event: EventRow, facts: StoryFacts, viewer: StoryContext): Gap | null => {
  const number = event.invoice_id?.trim();
  const find = createAction(viewer.of !== 'event' && hasPermission(viewer, 'event:edit'), actionLabels.openEvent, eventLinkOf(event));
  if (number) {
    // Users who may not read invoices see only the number.
    return hasPermission(viewer, 'invoice:read')
      ? createGap('missing', fill(text.unknownInvoice, { number }), responsible.editsEvent, find)
      : null;
  }
  const view = toEvent(event);
  const reason = invoiceReasonOf(view, viewer.today);
  if (isToInvoice(view, viewer.today)) return createGap('missing', reason, responsible.createsInvoice, createInvoiceAction(facts, viewer));
  return isMarkedAsInvoiced(view) && !isCanceledRow(event)
    ? createGap('missing', reason, responsible.editsEvent, find)
    : createGap('open', reason);
};
const gapOfInvoices = ({ invoices, events }: StoryFacts, viewer: StoryContext): Gap | null => {
  const draft = invoices.find(({ state }) => state === 'draft');
  if (draft) {
    const send = createAction(canAccessInvoice(viewer.actor, 'invoice:write', draft), actionLabels.send, '/invoices', {
      send: String(draft.id),
    });
    return createGap('open', fill(text.draft, { number: draft.invoice_number }), responsible.sendsInvoice, send);
  }
  const unnamed = viewer.of === 'event' && events.find(({ invoice_id }) => !invoice_id?.trim());
  const [invoice] = invoices;
  return unnamed && invoice
    ? createGap('open', fill(text.unnamedInvoice, { number: invoice.invoice_number }), responsible.editsEvent)
    : null;
};
export const invoiceGap: GapOf = (facts, viewer) => {
  const { deals, events, invoices } = facts;
  if (invoices.length > 0) return gapOfInvoices(facts, viewer);
  if (viewer.of === 'payment') {
    const [receipt] = facts.receipts;
    const allocate = createAction(receipt !== undefined, actionLabels.allocate, '/payments', { allocate: `cp-${receipt?.id}` });
    return receipt ? createGap('missing', text.unallocated, responsible.allocates, allocate) : null;
  }
  const gaps = events.map((event) => gapOfEvent(event, facts, viewer)).filter((candidate) => candidate !== null);
  const first = gaps.find(({ state }) => state === 'missing') ?? gaps[0];
  if (first || events.length > 0) return first ?? null;
  const [deal] = deals;
  if (deal?.state === 'open') return createGap('open', text.invoiceLater);
  if (deal?.state !== 'won') return null;
  const seesAll = reachOf(viewer.actor, 'commission:read') === 'all';
  return createGap(
    'missing',
    seesAll ? text.noInvoice : text.noInvoiceSeen,
    responsible.createsInvoice,
    createInvoiceAction(facts, viewer),
  );
};

export const receiptGap: GapOf = ({ invoices }, viewer) => {
  if (viewer.of === 'payment') return null;
  const openInvoices = invoices.filter((row) => balanceOf(row) > 0);
  const [invoice, ...otherInvoices] = openInvoices;
  if (!invoice) return null;
  const isOverdue = openInvoices.some((row) => invoiceStatusOf(moneyOf(row), viewer.today) === 'overdue');
  const words = {
    amount: dollars(openInvoices.reduce((sum, row) => sum + balanceOf(row), 0)),
    number: invoice.invoice_number,
    day: invoice.due_date === null ? '' : dayText(invoice.due_date),
  };
  const singleInvoiceText = isOverdue ? text.overdue : invoice.due_date === null ? text.toReceive : text.toReceiveBy;
  const record = createAction(can(viewer.actor, 'payment:manage'), actionLabels.recordPayment, '/payments', {
    record: invoice.invoice_number,
  });
  return createGap(
    isOverdue ? 'missing' : 'open',
    fill(otherInvoices.length > 0 ? text.toReceiveOfMany : singleInvoiceText, words),
    responsible.customerPays,
    record,
  );
};

const recordGap: GapOf = ({ invoices }, viewer) => {
  const sent = invoices.find(({ state }) => state === 'sent');
  // Users who see only their own records get no gap for other people's.
  if (!sent || reachOf(viewer.actor, 'commission:read') !== 'all') return null;
  const words = { number: sent.invoice_number };
  if (sent.salesperson_id !== null) return createGap('open', fill(text.noRecord, words));
  const assign = createAction(canAccessInvoice(viewer.actor, 'invoice:write', sent), actionLabels.assign, '/invoices', {
    assign: String(sent.id),
  });
  return createGap('missing', fill(text.nobody, words), responsible.assigns, assign);
};
export const releaseGap: GapOf = (facts, viewer) => {
  if (facts.records.length === 0) return recordGap(facts, viewer);
  const heldRecord = facts.records.find(({ reason }) => reason === 'held');
  if (heldRecord) {
    const open = createAction(
      viewer.of !== 'record' && can(viewer.actor, 'commission:hold'),
      actionLabels.openRecord,
      recordLink(heldRecord) ?? '',
    );
    return createGap('missing', text.held, responsible.releasesHold, open);
  }
  const waiting = facts.records.filter(({ status, earned_cents }) => status === 'not_due' && earned_cents !== 0);
  if (waiting.length === 0) return null;
  return createGap('open', waiting.every(({ reason }) => reason === 'wait_days') ? text.waitDays : text.unpaidCustomer);
};

/** Due amounts in no payment; pending and active payments are shown as their own items. */
export const payoutGap: GapOf = ({ records: all, payouts }, viewer) => {
  const records = all.filter(({ user_id }) => mayReadPayment(viewer.actor, user_id));
  if (records.length === 0 || viewer.of === 'payment') return null;
  const due = records.reduce((sum, { due_cents }) => sum + due_cents, 0);
  const inProgress = payouts.filter(({ state }) => state === 'pending' || state === 'processing');
  const open = due - inProgress.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  if (due > 0 && open > 0) {
    const runs = createAction(can(viewer.actor, 'payment:manage'), actionLabels.openRuns, '/payments', { run: 'all' });
    return createGap('missing', fill(text.due, { amount: dollars(open) }), responsible.paysOut, runs);
  }
  if (payouts.length > 0) return null;
  return due < 0 ? createGap('open', fill(text.owed, { amount: dollars(-due) })) : createGap('open', text.nothingDue);
};
