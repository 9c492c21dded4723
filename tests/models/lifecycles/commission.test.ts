import { expect, it } from 'vitest';
import { commissionLifecycle } from '../../../contract/lifecycles/commission.ts';
import { firstState, step } from '../../../contract/lifecycles/step.ts';
import { describeMachine, type MachineCases } from '../support/walk.ts';

const amounts = (earned: number, released: number, paid: number) => ({ earned, released, paid });
const notDue = amounts(100, 0, 0);
const due = amounts(100, 40, 0);
const partial = amounts(100, 100, 40);
const paid = amounts(100, 100, 100);
const overpaid = amounts(100, 40, 100);
const all = [notDue, due, partial, paid, overpaid];

const commission: MachineCases<typeof commissionLifecycle> = {
  machine: commissionLifecycle,
  inputs: [notDue],
  cases: { recompute: all },
  project: ({ earned, released, paid: payout }) => [earned, released, payout],
};

/** Decisions 2.03: only the amounts determine the status. */
describeMachine(
  commission,
  `
commission.computed --always[0 isOverPaid]--> commission.over_paid
commission.computed --always[1 isPaid]--> commission.paid
commission.computed --always[2 isPartlyPaid]--> commission.partially_paid
commission.computed --always[3 isDue]--> commission.due
commission.computed --always[4]--> commission.not_due
commission.not_due --recompute[0]--> commission.computed / setAmounts
commission.due --recompute[0]--> commission.computed / setAmounts
commission.partially_paid --recompute[0]--> commission.computed / setAmounts
commission.paid --recompute[0]--> commission.computed / setAmounts
commission.over_paid --recompute[0]--> commission.computed / setAmounts
`,
  '',
);

it.each([
  [notDue, 'not_due'],
  [due, 'due'],
  [partial, 'partially_paid'],
  [paid, 'paid'],
  [overpaid, 'over_paid'],
  [amounts(-100, -100, 0), 'due'],
  [amounts(-100, 0, -100), 'over_paid'],
  [amounts(0, 0, 0), 'not_due'],
] as const)('decisions 2.03: a record with %o is %s, whatever it was before', (facts, status) => {
  expect(firstState(commissionLifecycle, facts)).toBe(status);
  for (const from of ['not_due', 'due', 'partially_paid', 'paid', 'over_paid'])
    expect(step(commissionLifecycle, from, { type: 'recompute', ...facts }, notDue)).toBe(status);
});
