import type { InvoiceStatus } from '../entities/invoice.ts';
import { type Cents, roundRatio } from './money.ts';
import { addDays, type Day, daysBetween } from './time/period.ts';

/** Method by which a credit memo settles the open amount of its invoice; it brings in no money (decisions 2.23). */
export const creditMethod = 'credit memo';

export type InvoiceState = 'draft' | 'sent' | 'cancelled';
/** `received`: completed payments; `credited`: the amount settled by credits and other non-cash means (decisions 2.27). Cents. */
export type InvoiceMoney = Readonly<{ state: InvoiceState; gross: Cents; received: Cents; credited: Cents; due: Day | null }>;

const isSettled = ({ gross, received, credited }: InvoiceMoney): boolean =>
  gross >= 0 ? received + credited >= gross : received + credited <= gross;

/** decisions 2.14: paid, settled and overdue are derived, never set. A credit memo has no due date, so it is never overdue. */
export const invoiceStatusOf = (invoice: InvoiceMoney, today: Day): InvoiceStatus => {
  const { state, gross, due } = invoice;
  if (state !== 'sent') return state;
  if (gross !== 0 && isSettled(invoice)) return invoice.received === 0 ? 'settled' : 'paid';
  return gross > 0 && due !== null && due < today ? 'overdue' : 'sent';
};

/** Whole days since the due date; 0 if it is not past. */
export const daysOverdue = (due: Day | null, today: Day): number => (due === null ? 0 : Math.max(0, daysBetween(due, today)));

/** The default due date of a new invoice. */
export const defaultDueDate = (bookingDate: Day, days: number): Day => addDays(bookingDate, days);

type CreditableAmounts = Readonly<{ gross: Cents; net: Cents }>;
/**
 * The net revenue that a credit memo reverses, in the invoice's proportion of net to gross: memos that reverse all of the gross reverse all
 * of the net, to the cent.
 * @param credited total of earlier memos, above zero
 */
export const creditedNet = (invoice: CreditableAmounts, credited: CreditableAmounts, amount: Cents): Cents => {
  if (credited.gross + amount === invoice.gross) return invoice.net - credited.net;
  return roundRatio(BigInt(invoice.net) * BigInt(amount), BigInt(invoice.gross));
};
