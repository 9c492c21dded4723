import type { PaidInvoice, RecordHolder } from '../../db/repositories/notifications/noticeCauses.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type Audience, notify } from '../notifications/notify.ts';
import { dollars } from '../shared/moneyText.ts';

type Repos = Pick<Repositories, 'noticeCauses' | 'notifications'>;
/** `by`: the person who entered it, who gets no notice; null if a connection imported it. */
type NoticeOrigin = Pick<Audience, 'by' | 'at'>;
type PaidSale = Readonly<{ invoice: PaidInvoice; holder: RecordHolder | undefined }>;

/** With at least this many invoices, a person gets one notice with the count. */
const MIN_GROUP_SIZE = 4;

const wordsOf = ({ invoice_number: invoice, customer_name: customer, paid_cents }: PaidInvoice) => ({
  customer,
  invoice,
  amount: dollars(paid_cents),
});

const notifyPaid = async (tx: Repos, sold: readonly PaidSale[], audience: Audience): Promise<void> => {
  // Keyed by time, so that an invoice paid again after a bounced payment is announced again.
  const occurrence = `paid:${audience.at.toISOString()}`;
  const [first] = sold;
  if (first?.holder && sold.length >= MIN_GROUP_SIZE) {
    const words = { count: sold.length, amount: dollars(sold.reduce((sum, { invoice }) => sum + invoice.paid_cents, 0)) };
    const subject = { kind: 'records', month: `${first.holder.booking_date.slice(0, 7)}-01` } as const;
    return notify(tx, 'invoicesPaid', { subject, occurrence, words }, audience);
  }
  for (const { invoice, holder } of sold) {
    const subject = holder
      ? ({ kind: 'record', id: holder.record_id, day: holder.booking_date } as const)
      : ({ kind: 'invoice', id: invoice.id } as const);
    await notify(tx, 'invoicePaid', { subject, occurrence, words: wordsOf(invoice) }, audience);
  }
};

/**
 * Notifies the sellers and authors of paid invoices (decisions 5.02). Call it before writing payments, and the function it returns
 * afterwards.
 */
export const createPaidNotifier = async ({ noticeCauses }: Repos, before: readonly number[]) => {
  const paidBefore = new Set((await noticeCauses.paidOf(before)).map(({ id }) => id));
  return async (tx: Repos, after: readonly number[], context: NoticeOrigin): Promise<void> => {
    const newlyPaid = (await tx.noticeCauses.paidOf([...new Set([...before, ...after])])).filter(({ id }) => !paidBefore.has(id));
    const holders = await tx.noticeCauses.holders(newlyPaid.map(({ id }) => id));
    const byPerson = new Map<number, PaidSale[]>();
    for (const invoice of newlyPaid) {
      const invoiceHolders = holders.filter(({ invoice_id }) => invoice_id === invoice.id);
      const people = new Map<number, RecordHolder | undefined>(invoice.created_by === null ? [] : [[invoice.created_by, undefined]]);
      for (const holder of invoiceHolders) people.set(holder.user_id, holder);
      for (const [id, holder] of people) byPerson.set(id, [...(byPerson.get(id) ?? []), { invoice, holder }]);
    }
    for (const [id, sold] of byPerson) await notifyPaid(tx, sold, { to: [id], ...context });
  };
};
