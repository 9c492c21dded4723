import { fullName } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { percent } from '../../../contract/rules/commission/explain/wording.ts';
import { type Day, periodAt } from '../../../contract/rules/time/period.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';

type ChangeAuthor = Readonly<{ userId: number; at: Date }>;
type LostInvoice = Readonly<{ id: number; invoice_number: string; customer_name: string; booking_date: Day; version: number }>;
type Shares = readonly Readonly<{ user_id: string; share: number }>[];

const nameOf = async ({ users }: Repositories, id: number | null): Promise<string> => {
  const user = id === null ? undefined : await users.byId(id);
  return user ? fullName(user) : messages.noticeParts.nobody;
};
const monthOf = ({ booking_date }: LostInvoice) => ({ kind: 'records', month: periodAt('month', booking_date).start_date }) as const;

/** Notifies everyone who now earns less from an invoice, except the person who made the change. */
export const notifyReducedEarnings = async (
  tx: Repositories,
  { userId, at }: ChangeAuthor,
  invoice: LostInvoice,
  before: Shares,
  after: Shares,
): Promise<void> => {
  const author = await nameOf(tx, userId);
  for (const { user_id, share } of before) {
    const now = after.find((person) => person.user_id === user_id)?.share ?? 0;
    if (now >= share) continue;
    const words = { author, invoice: invoice.invoice_number, customer: invoice.customer_name, before: percent(share), after: percent(now) };
    const facts = { subject: monthOf(invoice), occurrence: `split:${invoice.id}:${invoice.version}`, words };
    await notify(tx, 'shareLowered', facts, { to: [Number(user_id)], by: userId, at });
  }
};

/** Tells the previous seller that the invoice was reassigned. */
export const notifyAssignedAway = async (
  tx: Repositories,
  { userId, at }: ChangeAuthor,
  invoice: LostInvoice & Readonly<{ salesperson_id: number | null }>,
  to: number | null,
): Promise<void> => {
  const { salesperson_id: formerSellerId, invoice_number, customer_name: customer } = invoice;
  if (formerSellerId === null || formerSellerId === to) return;
  const words = { author: await nameOf(tx, userId), invoice: invoice_number, customer, person: await nameOf(tx, to) };
  const facts = { subject: monthOf(invoice), occurrence: `assigned:${invoice.id}:${invoice.version}`, words };
  await notify(tx, 'assignedAway', facts, { to: [formerSellerId], by: userId, at });
};
