import type { Cents } from '../../../contract/rules/money.ts';
import { type DayNumber, toWorkday } from '../calendar.ts';
import type { Random } from '../random.ts';
import type { DemoSale } from './sales.ts';

/** `reverses`: index of the payment that the bank returned. */
export type DemoReceipt = Readonly<{
  day: DayNumber;
  amount: Cents;
  state: 'pending' | 'completed' | 'failed';
  method: string;
  notes: string | null;
  reverses: number | null;
}>;

const paymentPlans = {
  quick: 30,
  inTime: 48,
  twice: 8,
  late: 7,
  bounced: 2.5,
  takenBack: 1.2,
  short: 1.3,
  never: 2,
} as const;
const choices = Object.entries(paymentPlans) as [keyof typeof paymentPlans, number][];
const promptChoices = choices.map(([method, weight]) => [method, method === 'quick' ? weight * 3 : weight] as const);

const methodOf = (random: Random, { booking }: DemoSale): string => {
  if (Math.abs(booking.gross) >= 1_500_000 && random.chance(0.3)) return 'wire';
  if (Math.abs(booking.gross) < 150_000 && random.chance(0.3)) return 'credit card';
  return random.chance(0.55) ? 'ACH' : 'check';
};

const planReceipts = (random: Random, sale: DemoSale, prompt: boolean): DemoReceipt[] => {
  const { day, gross } = sale.booking;
  const method = methodOf(random, sale);
  const pay = (after: number, amount: Cents, extraFields: Partial<DemoReceipt> = {}): DemoReceipt => ({
    day: toWorkday(day + after),
    amount,
    state: 'completed',
    method,
    notes: null,
    reverses: null,
    ...extraFields,
  });
  const paymentMethod = random.weighted(prompt ? promptChoices : choices);
  const part = Math.round((gross * (0.4 + 0.3 * random.next())) / 100) * 100;
  if (paymentMethod === 'quick') return [pay(random.int(0, 6), gross)];
  if (paymentMethod === 'inTime') return [pay(random.int(16, 40), gross)];
  if (paymentMethod === 'late') return [pay(random.int(50, 120), gross, { notes: 'Paid after a reminder' })];
  if (paymentMethod === 'twice') return [pay(random.int(12, 34), part), pay(random.int(38, 75), gross - part)];
  if (paymentMethod === 'short') return [pay(random.int(20, 45), part, { notes: 'Short payment; remainder disputed' })];
  if (paymentMethod === 'never') return [];
  const sentAfterDays = random.int(18, 34);
  const retriedOn = sentAfterDays + random.int(13, 30);
  if (paymentMethod === 'bounced') {
    return [
      pay(sentAfterDays, gross, { state: 'failed', method: 'check', notes: 'Returned: insufficient funds' }),
      pay(retriedOn, gross, { method: 'ACH' }),
    ];
  }
  const returnedPayment = pay(sentAfterDays + random.int(5, 10), -gross, { notes: 'Returned by the bank', reverses: 0 });
  return [pay(sentAfterDays, gross), returnedPayment, ...(random.chance(0.65) ? [pay(retriedOn, gross)] : [])];
};

export type PaymentContext = Readonly<{
  today: DayNumber;
  /** True if customers mostly pay right away. */
  isPrompt: boolean;
  /** The day of the invoice's credit memo; no payments on or after it. */
  creditedOn: DayNumber | null;
  /** Completed payments of the invoice that a credit memo reverses and refunds. */
  received: Cents;
}>;

/** The customer's payments up to today. */
export const paymentsOf = (random: Random, sale: DemoSale, { today, isPrompt, creditedOn, received }: PaymentContext): DemoReceipt[] => {
  const { booking } = sale;
  if (booking.state !== 'sent') return [];
  if (booking.creditOf) {
    if (received < -booking.gross) return [];
    const day = toWorkday(booking.day + random.int(1, 12));
    return day > today ? [] : [{ day, amount: booking.gross, state: 'completed', method: 'check', notes: 'Refund', reverses: null }];
  }
  const lastDay = Math.min(today, creditedOn === null ? today : creditedOn - 1);
  return planReceipts(random, sale, isPrompt)
    .filter(({ day }) => day <= lastDay)
    .map((payment) => {
      const isUnderWay = payment.state === 'completed' && payment.amount > 0 && today - payment.day <= 2 && random.chance(0.5);
      return isUnderWay ? { ...payment, state: 'pending' as const } : payment;
    });
};

/** Completed cents up to and including a day. */
export const demoReceivedBy = (payments: readonly DemoReceipt[], day: DayNumber): Cents =>
  payments.reduce((sum, payment) => (payment.state === 'completed' && payment.day <= day ? sum + payment.amount : sum), 0);
