import type { CheckRun, StatementFigures } from '../../../contract/rules/statements/recompute.ts';
import type { StatementContent, StatementLine } from './statementContent.ts';

type Covered = Pick<StatementContent, 'opening' | 'earned' | 'adjusted' | 'paid' | 'closing' | 'adjustments' | 'payouts'> &
  Readonly<{ lines: readonly Pick<StatementLine, 'id' | 'date' | 'invoice' | 'net' | 'amount'>[] }>;

/** The part of a statement that a proof covers: amounts and days, but no names or statuses, which change after the closing. */
export const statementFiguresOf = (content: Covered, runs: readonly CheckRun[]): StatementFigures => {
  const { opening, earned, adjusted, paid, closing } = content;
  return {
    balances: { opening, earned, adjusted, paid, closing },
    lines: content.lines.map(({ id, date, invoice, net, amount }) => ({ record: id, date, invoice, net, amount })),
    adjustments: content.adjustments.map(({ effective_date: date, reason, amount_cents: amount }) => ({ date, reason, amount })),
    payouts: content.payouts.map(({ paid_on: date, amount_cents: amount }) => ({ date, amount })),
    runs,
  };
};
