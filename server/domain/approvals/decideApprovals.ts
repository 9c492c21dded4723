import type { ApprovalResult } from '../../../contract/entities/approval.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { decideAdjustment, undoDecision } from '../adjustments/endAdjustment.ts';
import { changePayment } from '../payouts/changePayment.ts';
import { stepRun } from '../payouts/payoutRuns.ts';
import { assertMayApproveAmount } from '../secondFactor/stepUp.ts';
import type { Principal } from '../session/principal.ts';
import { forbidden, formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { undoEndsAt } from '../shared/undoTime.ts';
import { type ApprovalId, readApprovalId } from './approvalIds.ts';
import { decideProposal } from './decideProposal.ts';
import { describeDecider, mayDecide } from './describeDecider.ts';

type Deps = Pick<Services, 'store' | 'clock' | 'nudge'>;
export type ApprovalDecision = 'approve' | 'reject';
export type KnownApproval = Readonly<{ id: string; version: number }>;
type ApprovalAction = Readonly<{ kind: ApprovalDecision | 'undo'; note: string }>;
type ApprovalTarget = Readonly<{ id: ApprovalId; version: number }>;

const t = messages.approvalRefusals;
const type = 'commission_payment';
const payoutSteps = { approve: 'approve', reject: 'fail', undo: 'undo' } as const;
const runSteps = { approve: 'approve', reject: 'cancel', undo: 'undo' } as const;

/** Runs the use case behind the item's own screen. @returns the item's new version */
const runAction = async (
  deps: Deps,
  principal: Principal,
  { id: { subject, id }, version }: ApprovalTarget,
  { kind, note }: ApprovalAction,
  origin: Origin,
) => {
  if (subject === 'payout')
    return (await changePayment(deps, principal, { id: { type, id }, version }, payoutSteps[kind], note, origin)).version;
  if (subject === 'proposal') return decideProposal(deps, principal, { id, version }, kind, note, origin);
  if (subject === 'run')
    return (await stepRun(deps, principal, { id, version }, { kind: runSteps[kind], ...(note ? { note } : {}) }, origin)).version;
  const target = { id, version, reason: note };
  return (await (kind === 'undo' ? undoDecision(deps, principal, target, origin) : decideAdjustment(deps, principal, kind, target, origin)))
    .version;
};

/** Refusals meaning that somebody else decided first. */
const conflictCodes = new Set(['stale_version', 'adjustment_step', 'payment_step', 'run_step']);

const createRefusal = async ({ store }: Deps, { actor }: Principal, input: string, error: Problem): Promise<ApprovalResult> => {
  const refusal = { id: input, outcome: 'refused', version: null, undo_until: null, code: error.code } as const;
  if (!conflictCodes.has(error.code)) return { ...refusal, message: error.message, by: null };
  return { ...refusal, ...(await describeDecider(store, actor, readApprovalId(input))) };
};

/** The amount that an approval of the item would pay; 0 if the actor may not decide it, or it was decided before. */
const readAmount = async ({ store }: Deps, { actor }: Principal, id: ApprovalId | null): Promise<Cents> => {
  if (id === null || !mayDecide(actor, id)) return 0;
  const row = id.subject === 'payout' ? await store.payouts.byId(id.id) : id.subject === 'run' ? await store.payoutRuns.byId(id.id) : null;
  return row?.state === 'pending' || row?.state === 'proposed' ? row.amount_cents : 0;
};

/** Asks for the second factor before the first decision, so that the caller can repeat the request as a whole. */
const assertConfirmedForAll = async (deps: Deps, principal: Principal, items: readonly KnownApproval[]): Promise<void> => {
  let totalCents = 0;
  for (const { id } of items) totalCents += await readAmount(deps, principal, readApprovalId(id));
  await assertMayApproveAmount(deps.store, principal, totalCents, deps.clock()).catch((error: unknown) => {
    // Refused one by one, so that people without a second factor can still approve small amounts.
    if (!(error instanceof Problem) || error.code === 'second_factor_needed') throw error;
  });
};

const decideAll = async (deps: Deps, principal: Principal, items: readonly KnownApproval[], action: ApprovalAction, origin: Origin) => {
  const results: ApprovalResult[] = [];
  // Added up, so that many small payments cannot evade the limit.
  let approvedCents = 0;
  // One transaction per item, so that a refusal does not block the others.
  for (const { id: itemId, version } of items) {
    const id = readApprovalId(itemId);
    const until = undoEndsAt(deps.clock()).toISOString();
    try {
      if (id === null) throw notFoundProblem('approval');
      if (!mayDecide(principal.actor, id)) throw forbidden();
      const amountCents = action.kind === 'approve' ? await readAmount(deps, principal, id) : 0;
      if (amountCents > 0) await assertMayApproveAmount(deps.store, principal, approvedCents + amountCents, deps.clock());
      const now = await runAction(deps, principal, { id, version }, action, origin);
      approvedCents += amountCents;
      const isUndoable = id.subject !== 'proposal' && (action.kind === 'approve' || (action.kind === 'reject' && id.subject !== 'run'));
      const undo_until = isUndoable ? until : null;
      results.push({ id: itemId, outcome: 'decided', version: now ?? null, undo_until, code: null, message: null, by: null });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      results.push(await createRefusal(deps, principal, itemId, error));
    }
  }
  return results;
};

/** Approves or rejects items, with one result each (decisions 2.10, 2.16). @throws Problem 403 second_factor_needed, 422 for a rejection without a reason */
export const decideApprovals = async (
  deps: Deps,
  principal: Principal,
  { decision, items, note }: Readonly<{ decision: ApprovalDecision; items: readonly KnownApproval[]; note: string }>,
  origin: Origin,
): Promise<ApprovalResult[]> => {
  const words = note.trim();
  const maxNote = limits.approvals.noteMax;
  if (words.length > maxNote) throw formProblem({ note: fill(t.note, { most: maxNote }) });
  if (decision === 'reject' && words === '') throw formProblem({ note: t.reason });
  if (decision === 'approve') await assertConfirmedForAll(deps, principal, items);
  return decideAll(deps, principal, items, { kind: decision, note: words }, origin);
};

/** Undoes the actor's own decisions within ten seconds (decisions 2.10), with one result each. */
export const undoApprovals = (
  deps: Deps,
  principal: Principal,
  items: readonly KnownApproval[],
  origin: Origin,
): Promise<ApprovalResult[]> => decideAll(deps, principal, items, { kind: 'undo', note: '' }, origin);
