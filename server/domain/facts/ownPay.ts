import { fill, messages } from '../../../contract/messages.ts';
import { type Cents, fractionOf } from '../../../contract/rules/money.ts';
import { addDays, periodAt } from '../../../contract/rules/time/period.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { ProposedChange } from '../../db/schema/index.ts';
import { type AffectedDay, type Cause, personAmounts } from '../commissions/recompute/index.ts';
import { readDraw, readDrawTerms } from '../draws/drawFor.ts';
import { currentConfig } from '../plans/config.ts';
import type { Author, ChangeApproval } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { dollars } from '../shared/moneyText.ts';
import { Problem } from '../shared/problem.ts';

type ChangeAuthor = Readonly<{ principal: Author; at: Date; alone?: boolean }>;
/** The author's commission without and with the change, in cents. */
export type Gain = Readonly<{ before: Cents; after: Cents }>;

const t = messages.ownPay;

/** A change that raises its author's pay: another person must approve it (decisions 3.06). */
export class OwnPayProblem extends Problem {
  readonly gain: Gain;
  /** The audit rows that the change would have written. */
  entries: readonly AuditWrite[] = [];
  readonly why: Cause['why'];

  constructor(payGain: Gain, why: Cause['why']) {
    super(403, 'own_pay', fill(t.refused, { before: dollars(payGain.before), after: dollars(payGain.after) }));
    this.gain = payGain;
    this.why = why;
  }
}

/** The amount differs from the proposed one. */
export class ProposalMoved extends Problem {
  readonly gain: Gain;
  entries: readonly AuditWrite[] = [];

  constructor(payGain: Gain) {
    super(409, 'proposal_moved', fill(t.moved, { before: dollars(payGain.before), after: dollars(payGain.after) }));
    this.gain = payGain;
  }
}

/** Adds the audit rows that a pending change would have written, so that its approver sees them. */
export const withEntries =
  (entries: () => Promise<readonly AuditWrite[]>) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof OwnPayProblem || error instanceof ProposalMoved) error.entries = [...(await entries()), ...error.entries];
    throw error;
  };

/** Groups the rows by change, in the form in which a proposal stores them. */
export const changesIn = (entries: readonly AuditWrite[]): ProposedChange[] =>
  entries.map(({ action, entity, entityId, before = null, after = null, cause }) => ({
    ...{ action, entity, entityId, before, after },
    reason: typeof cause === 'string' ? cause : null,
  }));

const raiseEntryOf = ({ principal, at }: ChangeAuthor, { before, after }: Gain, approval: object): AuditWrite => ({
  actorId: principal.userId,
  action: 'own_pay.raised',
  entity: 'user',
  entityId: String(principal.userId),
  before: { amount_cents: before },
  after: { amount_cents: after, ...approval },
  at,
});

/**
 * Checks that the change matches its approval and is still undecided.
 * @throws ProposalMoved, Problem 409 stale_version
 */
export const applyApproval = async (
  tx: Repositories,
  context: ChangeAuthor,
  approval: ChangeApproval,
  payGain: Gain | undefined,
): Promise<AuditWrite[]> => {
  if (payGain && (payGain.before !== approval.before || payGain.after !== approval.after)) throw new ProposalMoved(payGain);
  const { proposalId: id, version, actorId: approver, note: reason } = approval;
  const isFirst = await tx.proposals.decide({ id, version }, 'approved', { actorId: approver, reason, at: context.at });
  if (!isFirst) throw new Problem(409, 'stale_version', messages.approvalRefusals.gone);
  const entry = { actorId: approver, action: 'proposal.approved', entity: 'proposal', entityId: String(id) };
  return [
    ...(payGain ? [raiseEntryOf(context, payGain, { approved_by: approver })] : []),
    { ...entry, ...(reason ? { cause: reason } : {}) },
  ];
};

/**
 * `paid`: draws of this and the previous month; `left`: the part of earlier draws that the plan does not deduct from the next payout.
 * Cents.
 */
type Draws = Readonly<{ paid: Cents; left: Cents }>;

/** The draws that a payout run may still pay or recover: they depend on plans and people, not on records. */
const drawsOf = async (tx: Repositories, { principal: { userId }, at }: ChangeAuthor): Promise<Draws> => {
  const { start_date, end_date } = periodAt('month', todayIn((await currentConfig(tx)).config.timezone, at));
  let paid = 0;
  for (const day of [addDays(start_date, -1), end_date]) paid += (await readDraw(tx, userId, day))?.amount ?? 0;
  const { draw, recovery } = await readDrawTerms(tx, userId, end_date);
  const balance = Math.max(0, (await tx.draws.standing([userId], start_date, [])).get(userId)?.balance ?? 0);
  return { paid, left: draw?.recoverable === false ? balance : balance - fractionOf(balance, recovery.share) };
};

export type OwnPayWatch = Readonly<{
  before: (affected: readonly AffectedDay[]) => Promise<void>;
  /** @returns audit entries @throws OwnPayProblem */
  after: (affected: readonly AffectedDay[], why: Cause['why']) => Promise<AuditWrite[]>;
}>;

/**
 * Tracks the effect of a change on its author's own pay, by amounts rather than by kind of change. Call `before` each time more facts are
 * about to change, and `after` once they are written.
 */
export const watchOwnPay = (tx: Repositories, context: ChangeAuthor): OwnPayWatch => {
  const { userId } = context.principal;
  const none = { earned: 0, released: 0 };
  // Differences from facts written by others but not yet computed are not attributed to this author.
  let pendingChange = none;
  let drawn: Draws | null = null;
  let unrecorded: Cents | null = null;
  const readUnrecorded = () => tx.adjustments.countedAlone(userId);
  const readOtherApprovers = async () => (await tx.adjustments.approvers()).filter(({ id }) => id !== context.principal.actor.id);
  // A change of people may revoke an approver's right, so approvers from before the change still count.
  let otherApprovers: Awaited<ReturnType<typeof readOtherApprovers>> = [];
  // A new manager is affected only after the change is written, so their periods are measured before it too.
  const withOwnDays = (affected: readonly AffectedDay[]): readonly AffectedDay[] =>
    context.alone ? [...affected, ...affected.map(({ day }) => ({ user_id: userId, day }))] : affected;
  const amounts = async (affected: readonly AffectedDay[]) => personAmounts(tx, userId, withOwnDays(affected), context.at);
  return {
    before: async (affected) => {
      const now = await amounts(affected);
      unrecorded ??= await readUnrecorded();
      if (context.alone) drawn ??= await drawsOf(tx, context);
      if (otherApprovers.length === 0) otherApprovers = await readOtherApprovers();
      pendingChange = now ? { earned: now.earned.now - now.earned.stored, released: now.released.now - now.released.stored } : none;
    },
    after: async (affected, why) => {
      const now = await amounts(affected);
      const kinds = ['earned', 'released'] as const;
      const gains = now ? kinds.map((kind) => ({ before: now[kind].stored + pendingChange[kind], after: now[kind].now })) : [];
      if (unrecorded !== null) gains.push({ before: unrecorded, after: await readUnrecorded() });
      if (drawn !== null) {
        const draws = await drawsOf(tx, context);
        gains.push({ before: drawn.paid, after: draws.paid }, { before: drawn.left, after: draws.left });
      }
      const payGain = gains.find(({ before, after }) => after > before);
      const { approval } = context.principal;
      if (approval) return applyApproval(tx, context, approval, payGain);
      if (!payGain) return [];
      if (otherApprovers.length > 0 || (await readOtherApprovers()).length > 0) throw new OwnPayProblem(payGain, why);
      return [raiseEntryOf(context, payGain, { self_approved: true })];
    },
  };
};
