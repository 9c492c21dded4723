import type { InvoiceStatus } from '../entities/invoice.ts';
import { type Cents, roundRatio } from './money.ts';
import { addDays, type Day } from './time/period.ts';

/** How a credit memo settles what is open of its invoice; no money comes in by it (decisions 2.23). */
export const creditMethod = 'credit memo';

export type InvoiceState = 'draft' | 'sent' | 'cancelled';
/** `received`: completed payments; `credited`: what credits and other means than money settled (decisions 2.27). Cents. */
export type InvoiceMoney = Readonly<{ state: InvoiceState; gross: Cents; received: Cents; credited: Cents; due: Day | null }>;

const isSettled = ({ gross, received, credited }: InvoiceMoney): boolean =>
  gross >= 0 ? received + credited >= gross : received + credited <= gross;

/** decisions 2.14: paid, settled and overdue are derived, never set. Nobody owes a credit memo by a day, so that none is overdue. */
export const invoiceStatusOf = (invoice: InvoiceMoney, today: Day): InvoiceStatus => {
  const { state, gross, due } = invoice;
  if (state !== 'sent') return state;
  if (gross !== 0 && isSettled(invoice)) return invoice.received === 0 ? 'settled' : 'paid';
  return gross > 0 && due !== null && due < today ? 'overdue' : 'sent';
};

const DAY_MS = 86_400_000;
/** Whole days since the due date; 0 where it is not past. */
export const daysOverdue = (due: Day | null, today: Day): number =>
  due === null || due >= today ? 0 : Math.round((Date.parse(today) - Date.parse(due)) / DAY_MS);

/** Terms that a new invoice begins with. */
export const usualDueDate = (booked: Day, days: number): Day => addDays(booked, days);

type Credited = Readonly<{ gross: Cents; net: Cents }>;
/**
 * The net revenue that a credit memo takes back: the invoice's own share, so that memos that take back all of the gross take back all of
 * the net, to the cent.
 * @param credited what earlier memos took back, above zero
 */
export const creditedNet = (invoice: Credited, credited: Credited, amount: Cents): Cents => {
  if (credited.gross + amount === invoice.gross) return invoice.net - credited.net;
  return roundRatio(BigInt(invoice.net) * BigInt(amount), BigInt(invoice.gross));
};
