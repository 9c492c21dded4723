import { type Cents, PPM, roundRatio, toPpm } from '../money.ts';
import { type Day, daysIn, periodAt } from '../time/period.ts';
import { type Draw, daysPresent, type LeaveRange, type Plan, periodsBetween } from './plan.ts';

/**
 * One month with a draw, in cents. `due`: the amount due on records and adjustments, including `carried` from the month before;
 * `recovered`: the part of it that repays the balance; `drawn`: the amount the draw adds; `pays` = due − recovered + drawn; `balance`: the
 * amount still to be repaid afterwards. `carried`: a negative due, which no draw covers and which is settled in the next month.
 */
export type DrawMonth = Readonly<Record<'due' | 'recovered' | 'drawn' | 'pays' | 'balance' | 'carried', Cents>>;
/** Amounts carried over from earlier months. */
export type DrawCarryover = Pick<DrawMonth, 'balance' | 'carried'>;

/**
 * The effect of a draw on one payment, in cents: `drawn` is the amount it adds, `recovered` the repayment of earlier draws, and `balance`
 * the change in the amount still to be repaid (negative: a repayment). The payment is due − recovered + drawn.
 */
export type DrawPart = Readonly<Record<'drawn' | 'recovered' | 'balance', Cents>>;
/**
 * The state before a payment, in cents. `paid`: total of earlier payments of the same month; `kept`: the non-recoverable draw in them;
 * `balance`: the amount to be repaid that is in no pending payment.
 */
export type DrawStanding = Readonly<Record<'paid' | 'kept' | 'balance', Cents>>;
export const NO_DRAW: DrawPart = { drawn: 0, recovered: 0, balance: 0 };
/** The fraction of a month's due that may repay earlier draws; 0 once they are forgiven. */
export type DrawRecovery = Readonly<{ share: number }>;
export const FULL_RECOVERY: DrawRecovery = { share: 1 };
export const isForgiven = ({ share }: DrawRecovery): boolean => share === 0;

/** True if a person employed since a day gets the draw in the month of `day`. */
export const isDrawMonth = ({ months }: Draw, employedSince: Day, day: Day): boolean =>
  months === undefined || periodsBetween('month', employedSince, day) < months;

/** The draw of a month, less the days of leave if the plan prorates. */
export const drawInMonth = (plan: Pick<Plan, 'draw' | 'leave'>, leaves: readonly LeaveRange[], day: Day): Draw | null => {
  const month = periodAt('month', day);
  const [present, days] = [daysPresent(plan, leaves, month), daysIn(month)];
  if (!plan.draw || present === days) return plan.draw;
  return { ...plan.draw, amount: roundRatio(BigInt(plan.draw.amount) * BigInt(present), BigInt(days)) };
};

/** How the plan's draw recovers earlier draws. `present`: the person is still employed. */
export const recoveryOf = (draw: Draw | null, present: boolean): DrawRecovery => {
  const { maxShare = 1, atLeaving = 'recover' } = draw ?? {};
  if (present || atLeaving === 'recover') return { share: maxShare };
  return { share: atLeaving === 'forgive' ? 0 : 1 };
};

/** Without a draw, an earlier balance must still be repaid. */
const isRecoverable = (draw: Draw | null): boolean => draw?.recoverable ?? true;

/**
 * The draw in one payment of a month (decisions 2.08). A second payment of the month never gets the draw again: the draw has already
 * advanced any amount that became due since.
 * @param draw null: none, and only an earlier balance is recovered
 */
export const drawOfPayment = (
  draw: Draw | null,
  due: Cents,
  { paid, kept, balance }: DrawStanding,
  { share }: DrawRecovery = FULL_RECOVERY,
): DrawPart => {
  const amount = draw?.amount ?? 0;
  const recoverable = isRecoverable(draw);
  const payable = Math.max(0, due);
  const maxRecovery = share === 1 ? payable : Number((BigInt(payable) * BigInt(toPpm(share))) / BigInt(PPM));
  const repaid = recoverable ? Math.min(maxRecovery, Math.max(0, balance)) : 0;
  const alreadyAdvanced = recoverable ? 0 : Math.min(payable, Math.max(0, kept));
  const recovered = repaid + alreadyAdvanced;
  const drawn = Math.max(0, amount - paid - (payable - recovered));
  return { drawn, recovered, balance: (recoverable ? drawn : 0) - repaid };
};

/** The same payment with a smaller draw, if less is paid than proposed: an amount not advanced is not repaid either. */
export const withDrawn = (draw: Draw | null, { drawn, recovered, balance }: DrawPart, smallerDraw: Cents): DrawPart => ({
  drawn: smallerDraw,
  recovered,
  balance: isRecoverable(draw) ? balance - (drawn - smallerDraw) : balance,
});

/**
 * The draw's payments, month by month (decisions 2.08). The due amount first repays the balance, and the rest is raised to the draw: with a
 * draw of 2,000.00, a due of 1,500.00 pays 2,000.00, and a due of 3,000.00 in the next month pays 2,500.00. A draw is not part of any
 * record's payout: it has its own line.
 * @param draw null: none, and only an earlier balance is recovered
 * @param dues amounts due on records and adjustments, one per month, in order, from the first month of employment
 */
export const settleDraw = (draw: Draw | null, dues: readonly Cents[], before: DrawCarryover = { balance: 0, carried: 0 }): DrawMonth[] => {
  let { balance, carried } = before;
  return dues.map((month, index) => {
    const monthDue = month + carried;
    const due = Math.max(0, monthDue);
    carried = monthDue - due;
    const isPaid = draw?.months === undefined || index < draw.months;
    const part = drawOfPayment(draw && !isPaid ? { ...draw, amount: 0 } : draw, due, { paid: 0, kept: 0, balance }, recoveryOf(draw, true));
    const { drawn, recovered } = part;
    balance += part.balance;
    return { due, recovered, drawn, pays: due - recovered + drawn, balance, carried };
  });
};
