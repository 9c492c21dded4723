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
 * What a draw pays, month by month (decisions 2.08). The balance is taken from due before anything else is paid, and what is left of the due is
 * raised to the draw: with one of 2,000.00 a due of 1,500.00 pays 2,000.00, and a due of 3,000.00 after it 2,500.00. A draw is no payout of any
 * record: what it adds stands on a line of its own.
 * @param draw null: none, and only a balance of before is taken
 * @param dues what becomes due of records and adjustments, a month each, in order
 */
export const settleDraw = (draw: Draw | null, dues: readonly Cents[], before: DrawBefore = { balance: 0, carried: 0 }): DrawMonth[] => {
  const { amount, recoverable } = draw ?? { amount: 0, recoverable: true };
  let { balance, carried } = before;
  return dues.map((month) => {
    const sum = month + carried;
    const due = Math.max(0, sum);
    carried = sum - due;
    const recovered = recoverable ? Math.min(balance, due) : 0;
    const drawn = Math.max(0, amount - (due - recovered));
    balance += (recoverable ? drawn : 0) - recovered;
    return { due, recovered, drawn, pays: due - recovered + drawn, balance, carried };
  });
};
