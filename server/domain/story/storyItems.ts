import { commissionStatusBadges } from '../../../contract/entities/commission.ts';
import { dealStateBadges } from '../../../contract/entities/deal.ts';
import type { Event } from '../../../contract/entities/event.ts';
import { invoiceStatusBadges } from '../../../contract/entities/invoice.ts';
import { paymentStateBadges } from '../../../contract/entities/payment.ts';
import type { StoryItem } from '../../../contract/entities/story.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can, reachOf } from '../../../contract/permissions.ts';
import { eventAddress } from '../../../contract/rules/events/eventAddress.ts';
import { lastDayOf, localDay } from '../../../contract/rules/events/eventNeeds.ts';
import { invoiceStatusOf } from '../../../contract/rules/invoices.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { DealRow } from '../../db/repositories/deals/deals.ts';
import type { EventRow } from '../../db/repositories/events/events.ts';
import type { InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import type { StoryPayout, StoryReceipt, StoryRecord } from '../../db/repositories/story/story.ts';
import { eventEntityOf } from '../events/eventView.ts';
import { moneyOf } from '../invoices/invoiceView.ts';
import { linkTo } from '../notifications/links.ts';
import { canAccessInvoice } from '../shared/invoiceScope.ts';
import type { StoryContext } from './storyFacts.ts';

const t = messages.story;
/** `done`: the step is completed. */
export type StoryEntry = StoryItem & Readonly<{ done: boolean }>;

export const toEvent = (row: EventRow): Event => eventEntityOf(row, () => false);
export const isCanceledRow = ({ activity_type }: EventRow): boolean => activity_type === 'Canceled';

export const dealItemOf = (deal: DealRow): StoryEntry => ({
  title: deal.name,
  state:
    deal.state === 'open' ? fill(t.openDeal, { state: dealStateBadges.open.label, stage: deal.stage }) : dealStateBadges[deal.state].label,
  day: deal.closed_on ?? deal.expected_close_date,
  amount: deal.amount_cents === null ? null : fromCents(deal.amount_cents),
  link: linkTo({ kind: 'deal', id: deal.id }) ?? null,
  done: deal.state === 'won',
});

export const eventLinkOf = ({ id, day }: Pick<EventRow, 'id' | 'day'>): string => eventAddress(id, day);

const eventStateOf = (row: EventRow, today: string): keyof typeof t.events => {
  if (isCanceledRow(row)) return 'canceled';
  const last = lastDayOf(toEvent(row));
  if (last === null) return 'undated';
  if (last < today) return 'over';
  return row.has_day && row.day === today ? 'today' : 'planned';
};
export const eventItemOf = (row: EventRow, { today }: StoryContext): StoryEntry => ({
  title: row.activity ?? row.activity_type ?? t.event,
  state: t.events[eventStateOf(row, today)],
  day: row.day,
  amount: null,
  link: eventLinkOf(row),
  done: eventStateOf(row, today) === 'over',
});

const personOf = ({ shift }: EventRow): string => [shift?.user?.first_name, shift?.user?.last_name].filter(Boolean).join(' ');
/** The matched shift, or the text staff entered for it; null if there is neither. */
export const shiftItemOf = (row: EventRow, { of: subject }: StoryContext): StoryEntry | null => {
  const enteredText = row.sling_shift_time?.trim();
  const link = subject === 'event' ? null : eventLinkOf(row);
  if (row.shift) {
    const title = personOf(row) || t.openShift;
    const day = localDay(row.shift.start_time ?? null, row.timezone);
    const status = row.shift.status ?? null;
    return {
      title,
      state: status === null ? null : (messages.events.shiftStates[status] ?? status),
      day,
      amount: null,
      link,
      done: personOf(row) !== '',
    };
  }
  return enteredText ? { title: enteredText, state: t.writtenShift, day: row.day, amount: null, link, done: true } : null;
};

/** The invoice's page, for users who may open it; otherwise the commissions it earned. */
const invoiceLinkOf = ({ actor, of: subject }: StoryContext, row: InvoiceRow, records: readonly StoryRecord[]): string | null => {
  if (can(actor, 'screen:invoices') && canAccessInvoice(actor, 'invoice:read', row)) return linkTo({ kind: 'invoice', id: row.id }) ?? null;
  const record = records.find(({ invoice_id }) => invoice_id === row.id);
  return record && subject !== 'record' ? recordLink(record) : null;
};
export const invoiceItemOf = (row: InvoiceRow, viewer: StoryContext, records: readonly StoryRecord[]): StoryEntry => ({
  title: row.invoice_number,
  state: invoiceStatusBadges[invoiceStatusOf(moneyOf(row), viewer.today)].label,
  day: row.booking_date,
  amount: fromCents(row.gross_cents),
  link: invoiceLinkOf(viewer, row, records),
  done: row.state === 'sent',
});
/** For users who may not read invoices: the invoice number as the event names it, which does not reveal whether the invoice exists. */
export const namedItemOf = (number: string): StoryEntry => ({
  title: number,
  state: null,
  day: null,
  amount: null,
  link: null,
  done: true,
});

export const methodLabelOf = (method: string): string =>
  messages.payments.methods[method as keyof typeof messages.payments.methods] ?? method;
export const receiptItemOf = (row: StoryReceipt, { actor }: StoryContext): StoryEntry => ({
  title: methodLabelOf(row.method),
  state: paymentStateBadges[row.state].label,
  day: row.day,
  amount: fromCents(row.amount_cents),
  link: can(actor, 'payment:manage') ? `/payments?${new URLSearchParams({ payment: `cp-${row.id}` })}` : null,
  done: row.state === 'completed',
});

export const recordLink = ({ id, booking_date }: StoryRecord): string | null => linkTo({ kind: 'record', id, day: booking_date }) ?? null;
/** The record's released amount. */
export const releaseItemOf = (row: StoryRecord): StoryEntry => ({
  title: fullName(row),
  state: commissionStatusBadges[row.status].label,
  day: null,
  amount: fromCents(row.released_cents),
  link: recordLink(row),
  done: row.released_cents !== 0,
});

export const payoutItemOf = (row: StoryPayout, { actor }: StoryContext): StoryEntry => ({
  title: fullName(row),
  state: paymentStateBadges[row.state].label,
  day: row.day,
  amount: fromCents(row.amount_cents),
  link: linkTo({ kind: 'payout', id: row.id, page: can(actor, 'payment:manage') ? '/payments' : '/wake' }) ?? null,
  done: row.state === 'completed',
});

/** True if the actor has the permission for anyone's items. */
export const hasPermission = ({ actor }: StoryContext, permission: Parameters<typeof reachOf>[1]): boolean =>
  reachOf(actor, permission) !== 'none';
