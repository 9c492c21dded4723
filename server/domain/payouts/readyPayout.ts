import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { type DrawPart, FULL_RECOVERY, isForgiven, NO_DRAW } from '../../../contract/rules/commission/draw.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { lastPaidDay, nextPaidMonth, type PaidMonth } from '../../../contract/rules/payouts/payDay.ts';
import type { Proposed } from '../../../contract/rules/payouts/proposal.ts';
import { type WithheldReason, withheldReasonOf } from '../../../contract/rules/payouts/runRules.ts';
import { type Day, periodAt } from '../../../contract/rules/time/period.ts';
import type { PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { createDrawParts, readDrawHolders } from '../draws/drawParts.ts';
import { readProposal } from '../draws/openDue.ts';
import { notFoundProblem } from '../shared/problem.ts';

type Repos = Pick<Repositories, 'config' | 'draws' | 'facts' | 'payouts' | 'payoutRuns'>;

/**
 * A person's part of a payout run, if one were proposed today; in cents. `isForgiven`: earlier draws are never recovered; `upTo`: the last
 * day of the amounts in it.
 */
export type ReadyPayout = Readonly<{
  person: PersonRow;
  amount: Cents;
  proposed: Proposed;
  draw: DrawPart;
  isForgiven: boolean;
  payDay: Day;
  upTo: Day;
  heldBack: WithheldReason | null;
}>;

export const readNextMonth = async (
  tx: Pick<Repositories, 'payoutRuns'>,
  { payout }: Pick<CommissionsConfig, 'payout'>,
  today: Day,
): Promise<PaidMonth> => nextPaidMonth({ rule: payout.day, last: await tx.payoutRuns.last() }, today);

/** The person's part of a payout run, as if it were proposed today. @throws Problem 404 */
export const readPartOfRun = async (
  tx: Repos,
  userId: number,
  { month, pay_on: payDay }: PaidMonth,
  config: CommissionsConfig,
  today: Day,
): Promise<ReadyPayout> => {
  const [person] = await tx.facts.people([userId]);
  if (!person) throw notFoundProblem('person');
  const upTo = lastPaidDay(month, today);
  const proposed = await readProposal(tx, person, upTo, today);
  const holders = await readDrawHolders(tx, config, periodAt('month', month).end_date, userId);
  const draw = holders.has(userId) ? (await createDrawParts(tx, holders, month))(userId, proposed.amount) : NO_DRAW;
  const amount = proposed.amount - draw.recovered + draw.drawn;
  const heldBack = withheldReasonOf(config.payout, { amount, drawn: draw.drawn, active: person.active, leftOn: person.left_on }, payDay);
  return { person, amount, proposed, draw, isForgiven: isForgiven(holders.get(userId)?.recovery ?? FULL_RECOVERY), payDay, upTo, heldBack };
};

/** The person's part of the next payout run, as if it were proposed today. @throws Problem 404 */
export const readReadyPayout = async (tx: Repos, userId: number, config: CommissionsConfig, today: Day): Promise<ReadyPayout> =>
  readPartOfRun(tx, userId, await readNextMonth(tx, config, today), config, today);
