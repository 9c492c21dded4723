import type { Cents } from '../money.ts';
import type { Draw } from './plan.ts';

/**
 * One month under a draw, in cents. `due`: what of records and adjustments is due, with `carried` of the month before; `recovered`: what of it
 * pays back the balance; `drawn`: what the draw adds; `pays` = due − recovered + drawn; `balance`: what is still to be paid back after it.
 * `carried`: a due below zero, which no draw covers and which is settled with the month after.
 */
export type DrawMonth = Readonly<Record<'due' | 'recovered' | 'drawn' | 'pays' | 'balance' | 'carried', Cents>>;
/** What the months before left over. */
export type DrawBefore = Pick<DrawMonth, 'balance' | 'carried'>;

/**
 * What a draw does to one payment, in cents: `drawn` is what it adds, `recovered` what is taken back of what it paid before, and `balance` what
 * the payment adds to what is still to be paid back (below zero it pays back). What is paid out is due − recovered + drawn.
 */
export type DrawPart = Readonly<Record<'drawn' | 'recovered' | 'balance', Cents>>;
/**
 * Before a payment, in cents. `paid`: what payments of the same month came to; `kept`: what a draw that is not recoverable added to them;
 * `balance`: what is to be paid back and in no payment under way.
 */
export type DrawStanding = Readonly<Record<'paid' | 'kept' | 'balance', Cents>>;
export const NO_DRAW: DrawPart = { drawn: 0, recovered: 0, balance: 0 };
/** Without a draw a balance of before is still paid back. */
const isRecoverable = (draw: Draw | null): boolean => draw?.recoverable ?? true;

/**
 * The draw in one payment of a month (decisions 2.08). A second payment of the month never gets the draw again: what has become due since is
 * what the draw advanced.
 * @param draw null: none, and only a balance of before is taken
 */
export const drawOfPayment = (draw: Draw | null, due: Cents, { paid, kept, balance }: DrawStanding): DrawPart => {
  const amount = draw?.amount ?? 0;
  const recoverable = isRecoverable(draw);
  const open = Math.max(0, due);
  const back = recoverable ? Math.min(open, Math.max(0, balance)) : 0;
  const given = recoverable ? 0 : Math.min(open, Math.max(0, kept));
  const recovered = back + given;
  const drawn = Math.max(0, amount - paid - (open - recovered));
  return { drawn, recovered, balance: (recoverable ? drawn : 0) - back };
};

/** The same payment with a smaller draw, where less is paid than was proposed: what is not advanced is not paid back either. */
export const withDrawn = (draw: Draw | null, { drawn, recovered, balance }: DrawPart, less: Cents): DrawPart => ({
  drawn: less,
  recovered,
  balance: isRecoverable(draw) ? balance - (drawn - less) : balance,
});

/**
 * What a draw pays, month by month (decisions 2.08). The balance is taken from due before anything else is paid, and what is left of the due is
 * raised to the draw: with one of 2,000.00 a due of 1,500.00 pays 2,000.00, and a due of 3,000.00 after it 2,500.00. A draw is no payout of any
 * record: what it adds stands on a line of its own.
 * @param draw null: none, and only a balance of before is taken
 * @param dues what becomes due of records and adjustments, a month each, in order
 */
export const settleDraw = (draw: Draw | null, dues: readonly Cents[], before: DrawBefore = { balance: 0, carried: 0 }): DrawMonth[] => {
  let { balance, carried } = before;
  return dues.map((month) => {
    const sum = month + carried;
    const due = Math.max(0, sum);
    carried = sum - due;
    const part = drawOfPayment(draw, due, { paid: 0, kept: 0, balance });
    const { drawn, recovered } = part;
    balance += part.balance;
    return { due, recovered, drawn, pays: due - recovered + drawn, balance, carried };
  });
};
