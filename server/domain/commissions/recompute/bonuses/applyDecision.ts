import { noticeParts } from '../../../../../contract/messages/notifications.ts';
import { fill } from '../../../../../contract/messages.ts';
import type { DateRange, Day } from '../../../../../contract/rules/time/period.ts';
import type { AuditWrite } from '../../../../db/repositories/audit/audit.ts';
import type { BonusRow } from '../../../../db/repositories/commissions/bonuses.ts';
import type { PersonRow } from '../../../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../../../db/repositories/store.ts';
import { notify } from '../../../notifications/notify.ts';
import type { VersionedConfig } from '../../../plans/config.ts';
import { signedDollars } from '../../../shared/moneyText.ts';
import { firstOpenDay } from '../lateFacts/settle.ts';
import { approversOf, type Cause, notifyWaiting, propose, repropose, type WaitingProposal } from '../proposals.ts';
import type { BonusDecision } from './decideBonus.ts';

export type Repos = Pick<Repositories, 'bonuses' | 'notifications' | 'periods' | 'records'>;
type DecisionContext = Readonly<{ current: VersionedConfig; today: Day }>;
/**
 * A person's award in the period `range`. `alwaysWaits`: every amount needs approval, because anybody's action may have decided the
 * award.
 */
type AwardCase = Readonly<{ range: DateRange; key: string; alwaysWaits?: boolean }>;

/** Notifies the earner of an award that counts, or the approvers of one that waits. */
const notifyAward = async (tx: Repos, person: PersonRow, isApproved: boolean, award: WaitingProposal, cause: Cause): Promise<void> => {
  if (!isApproved) return notifyWaiting(tx, person, award, await approversOf(tx, cause));
  const { id, adjustment, reason, effective: day } = award;
  const notice = { subject: { kind: 'adjustment', id, day }, occurrence: 'approved', words: { adjustment, reason } } as const;
  return notify(tx, 'adjustmentCounts', notice, { to: [person.id], at: cause.at });
};

/** Withdrawals and awards earned by the actor's own action always wait (decisions 3.06); others by amount (decisions 2.10). */
const proposeAward = async (
  tx: Repos,
  person: PersonRow,
  { range, key, alwaysWaits = false }: AwardCase,
  { create, calculation, reason }: BonusDecision,
  { current, today }: DecisionContext,
  cause: Cause,
): Promise<AuditWrite> => {
  const effective_date = await firstOpenDay(tx, today < range.end_date ? today : range.end_date);
  const isApproved = !alwaysWaits && create > 0 && create <= current.config.secondApprovalOver && cause.actorId !== person.id;
  const state = isApproved ? 'approved' : 'pending';
  const adjustmentFields = { user_id: person.id, amount_cents: create, reason, effective_date, created_by: cause.actorId, calculation };
  const bonus = { origin: 'bonus', state, bonus_key: key, bonus_from: range.start_date } as const;
  const { id, entry } = await propose(tx, { ...bonus, ...adjustmentFields }, '', cause);
  const adjustmentText = fill(noticeParts.bonus, { amount: signedDollars(create) });
  await notifyAward(tx, person, isApproved, { id, adjustment: adjustmentText, reason, effective: effective_date }, cause);
  return entry;
};

/** @returns one audit entry per new, changed or voided proposal */
export const applyDecision = async (
  tx: Repos,
  person: PersonRow,
  award: AwardCase,
  { decision, rows }: Readonly<{ decision: BonusDecision; rows: readonly BonusRow[] }>,
  context: DecisionContext,
  cause: Cause,
): Promise<AuditWrite[]> => {
  const { calculation, reason, create } = decision;
  const entries: AuditWrite[] = [];
  if (decision.moved) await tx.bonuses.moveLevel(decision.moved.id, cause.at);
  for (const row of decision.voids) entries.push(await repropose(tx, row, { amount_cents: null, calculation }, cause));
  if (decision.change) entries.push(await repropose(tx, decision.change, { amount_cents: create, calculation, reason }, cause));
  else if (create !== 0 && !rows.some(({ state }) => state === 'pending'))
    entries.push(await proposeAward(tx, person, award, decision, context, cause));
  return entries;
};
