import type { StorySubject } from '../../../contract/entities/story.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Chain, StoryPayout, StoryReceipt } from '../../db/repositories/story/story.ts';
import { findReadableDeal } from '../deals/findDeal.ts';
import { findReadableInvoice } from '../invoices/findInvoice.ts';
import { readPayment } from '../payments/findPayment.ts';
import { readPaymentId } from '../payments/paymentIds.ts';
import { forbidden, notFoundProblem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import { emptyChain } from './storyChain.ts';

/** The start of a story. `records`: limits to these records of its invoices; null for all. */
export type StoryStart = Readonly<{
  chain: Chain;
  records: readonly number[] | null;
  receipt: StoryReceipt | null;
  payout: StoryPayout | null;
}>;
const createStart = (chain: Partial<Chain>): StoryStart => ({
  chain: { ...emptyChain, ...chain },
  records: null,
  receipt: null,
  payout: null,
});

const findPaymentStart = async (store: Repositories, actor: Actor, id: string): Promise<StoryStart> => {
  if (!can(actor, 'payment:manage')) throw forbidden();
  const payment = await readPayment(store, readPaymentId(id));
  if (payment.type === 'customer_payment') {
    const { row } = payment;
    const { id: receiptId, received_on: day, method, state, amount_cents, credit_cents } = row;
    const invoice = (await store.receipts.lines(receiptId)).map((line) => line.id);
    return { ...createStart({ invoice }), receipt: { id: receiptId, day, method, state, amount_cents: amount_cents + credit_cents } };
  }
  if (!can(actor, 'payout:read')) throw forbidden();
  const { user_id, first_name, last_name, paid_on: day, state, amount_cents, id: payoutId } = payment.row;
  const lines = await store.payouts.lines(payoutId);
  const records = await store.story.records(lines.filter(({ kind }) => kind === 'record').map((line) => line.id));
  return {
    ...createStart({ invoice: [...new Set(records.map(({ invoice_id }) => invoice_id))] }),
    records: records.map((record) => record.id),
    payout: { id: payoutId, user_id, first_name, last_name, day, amount_cents, state },
  };
};

/** The start for an item the actor may read. @throws Problem 403, 404 */
export const findStoryStart = async (store: Repositories, actor: Actor, subject: StorySubject, id: string): Promise<StoryStart> => {
  const row = rowId(id);
  switch (subject) {
    case 'deal':
      return createStart({ deal: [(await findReadableDeal(store, actor, row)).id] });
    case 'invoice':
      return createStart({ invoice: [(await findReadableInvoice(store, actor, row)).id] });
    case 'payment':
      return findPaymentStart(store, actor, id);
    case 'event': {
      const event = row === null ? undefined : await store.events.byId(row);
      if (!event) throw notFoundProblem('event');
      if (!can(actor, 'event:read')) throw forbidden();
      return createStart({ event: [event.id] });
    }
    case 'record': {
      const [record] = row === null ? [] : await store.story.records([row]);
      if (!record) throw notFoundProblem('commission');
      if (!can(actor, 'commission:read', { owner_id: String(record.user_id) })) throw forbidden();
      return { ...createStart({ invoice: [record.invoice_id] }), records: [record.id] };
    }
  }
};
