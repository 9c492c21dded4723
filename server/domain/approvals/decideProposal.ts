import { fullName, type Role } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { ProposalRow } from '../../db/repositories/facts/proposals.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { causeText } from '../audit/causeText.ts';
import { changesIn, ProposalMoved } from '../facts/ownPay.ts';
import { notify } from '../notifications/notify.ts';
import type { Principal } from '../session/principal.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { runCommand } from './commands.ts';

type Deps = Pick<Services, 'store' | 'clock' | 'nudge'>;
type KnownProposal = Readonly<{ id: number; version: number }>;

const t = messages.approvalRefusals;
const proposalGoneProblem = (): Problem => new Problem(409, 'stale_version', t.gone);

const nameOf = async (tx: Pick<Repositories, 'users'>, userId: number): Promise<string> => {
  const user = await tx.users.byId(userId);
  return user ? fullName(user) : '';
};

const notifyAuthor = async (
  tx: Repositories,
  row: ProposalRow,
  decision: Readonly<{ kind: 'ownPayApproved' | 'ownPayRejected'; decidedBy: number; reason: string; at: Date }>,
): Promise<void> => {
  const { kind, decidedBy, reason, at } = decision;
  const words = { change: causeText(row) ?? '', person: await nameOf(tx, decidedBy), reason };
  const subject = { kind: 'records', month: `${row.day.slice(0, 7)}-01` } as const;
  await notify(tx, kind, { subject, occurrence: `proposal-${row.id}`, words }, { to: [row.author_id], by: decidedBy, at });
};

/**
 * Runs the command again on behalf of author and approver. It rechecks the author's permissions and the versions they saw; if the amount
 * has changed since, the proposal keeps waiting with the new amount.
 */
const approve = async (deps: Deps, principal: Principal, row: ProposalRow, note: string, origin: Origin): Promise<void> => {
  if (!row.active) throw new Problem(409, 'author_left', messages.ownPay.left);
  const { id: proposalId, version, before_cents: before, after_cents: after } = row;
  const author: Principal = {
    ...principal,
    actor: { id: String(row.author_id), role: row.role as Role },
    userId: row.author_id,
    approval: { proposalId, version, actorId: principal.userId, before, after, note: note || null },
  };
  try {
    await runCommand(deps, author, row, origin);
  } catch (error) {
    if (error instanceof ProposalMoved) await deps.store.proposals.renew(row, { ...error.gain, changes: changesIn(error.entries) });
    if (error instanceof Problem && error.code === 'stale_version' && error.message !== t.gone)
      throw new Problem(409, 'proposal_stale', messages.ownPay.stale);
    throw error;
  }
};

/** Decides a change that raises its author's own pay (decisions 3.06). @returns the new version @throws Problem 403, 404, 409 */
export const decideProposal = async (
  deps: Deps,
  principal: Principal,
  { id, version }: KnownProposal,
  kind: 'approve' | 'reject' | 'undo',
  note: string,
  origin: Origin,
): Promise<number> => {
  if (kind === 'undo') throw new Problem(409, 'undo_over', t.undoOver);
  const [row] = await deps.store.proposals.byIds([id]);
  if (!row) throw notFoundProblem('approval');
  if (row.state !== 'pending' || row.version !== version) throw proposalGoneProblem();
  if (row.author_id === principal.userId) throw new Problem(403, 'own_proposal', messages.ownPay.own);
  const at = deps.clock();
  const actorId = principal.userId;
  if (kind === 'approve') await approve(deps, principal, row, note, origin);
  await deps.store.transaction(async (tx) => {
    if (kind === 'reject') {
      if (!(await tx.proposals.decide({ id, version }, 'rejected', { actorId, reason: note, at }))) throw proposalGoneProblem();
      const entry = { actorId, action: 'proposal.rejected', entity: 'proposal', entityId: String(id), cause: note };
      await notifyAuthor(tx, row, { kind: 'ownPayRejected', decidedBy: actorId, reason: note, at });
      await tx.audit.write(entry, origin, at);
      return;
    }
    // The command marks its own proposal as decided, unless it found nothing left to change.
    const wasUndecided = await tx.proposals.decide({ id, version }, 'approved', { actorId, reason: note || null, at });
    await notifyAuthor(tx, row, { kind: 'ownPayApproved', decidedBy: actorId, reason: note, at });
    const entry = { actorId, action: 'proposal.approved', entity: 'proposal', entityId: String(id) };
    if (wasUndecided) await tx.audit.write(entry, origin, at);
  });
  return version + 1;
};
