import { type CommissionsConfig, planFor } from '../../../contract/rules/commission/config.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { type Proposed, proposePayout } from '../../../contract/rules/payouts/proposal.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { OverPaidRow } from '../../db/repositories/payouts/payableAmounts.ts';
import type { PayableRow } from '../../db/repositories/payouts/payouts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';

type Repos = Pick<Repositories, 'config' | 'payouts' | 'payoutRuns'>;

type OpenAmounts = Readonly<{ payable: readonly PayableRow[]; overPaid: readonly OverPaidRow[] }>;

/** A payout run's proposal for one person, from their due and overpaid amounts. */
export const payoutProposalOf = (
  config: CommissionsConfig,
  { id, role }: Pick<PersonRow, 'id' | 'role'>,
  { payable, overPaid }: OpenAmounts,
  today: Day,
): Proposed => {
  const { clawback } = planFor(config, { id: String(id), role }, today) ?? defaultPlan;
  return proposePayout({
    lines: payable.map((row) => ({ kind: row.kind, id: row.id, amount: row.open })),
    overPaid: overPaid.map((row) => ({ kind: row.kind, id: row.id, over: row.over, paidOn: row.paid_on })),
    clawback,
    asOf: today,
  });
};

/** The proposal of a payout run that would pay only this person now, for records and adjustments up to a day. */
export const readProposal = async (tx: Repos, person: PersonRow, upTo: Day, today: Day): Promise<Proposed> => {
  const { config } = await currentConfig(tx);
  const payable = await tx.payouts.payable(person.id, upTo, 0);
  const overPaid = await tx.payoutRuns.overPaid(upTo, 0, person.id);
  return payoutProposalOf(config, person, { payable, overPaid }, today);
};

/** Cents a payout run would pay a person for records and adjustments up to a day: due, in no active payment, less clawbacks. */
export const readOpenDue = async (tx: Repos, person: PersonRow, upTo: Day, today: Day): Promise<Cents> =>
  (await readProposal(tx, person, upTo, today)).amount;
