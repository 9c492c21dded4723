import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { ProposalRow } from '../../db/repositories/facts/proposals.ts';
import { notify } from '../notifications/notify.ts';
import { currentConfig } from '../plans/config.ts';
import type { Author } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { dollars } from '../shared/moneyText.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { changesIn, OwnPayProblem } from './ownPay.ts';
import { proposalReason } from './proposalReason.ts';

/** Use cases that wait as proposals if they raise their author's pay. The names are stored in the database. */
export const commandNames = [
  'event.edit',
  'invoice.edit',
  'invoice.assign',
  'invoice.send',
  'invoice.cancel',
  'invoice.credit',
  'adjustment.edit',
  'adjustment.void',
  'split.set',
  'split.remove',
  'hold.release',
  'payment.record',
  'payment.step',
  'payment.allocate',
  'user.change',
  'settings.save',
  'settings.confirm',
  'period.step',
  'import.rows',
  'import.undo',
  'bank.decide',
  'records.settle',
] as const;
export type CommandName = (typeof commandNames)[number];

type Deps = Pick<Services, 'store' | 'clock'>;
export type UseCase<D extends Deps, By extends Author, Input extends readonly unknown[], Answer> = (
  deps: D,
  principal: By,
  ...input: [...Input, Origin]
) => Promise<Answer>;

/** `version`: the version to be changed; null for any. `seen`: the version at the time of the request. */
export type KnownFacts = Readonly<{ version: number | null; seen: number }>;
/** The version that must still be current; null for any. An approved proposal requires the version seen by its author. */
export const expectedVersion = ({ approval }: Author, { version, seen }: KnownFacts): number | null => (approval ? seen : version);

const t = messages.ownPay;

/** Stores the command as a proposal. @returns the 202 waiting_for_approval to throw */
const propose = async (
  { store, clock }: Deps,
  { actor, userId }: Author,
  command: CommandName,
  input: readonly unknown[],
  { gain, why, entries }: OwnPayProblem,
  origin: Origin,
): Promise<Problem> => {
  const at = clock();
  const amounts = { before: dollars(gain.before), after: dollars(gain.after) };
  const id = await store.transaction(async (tx) => {
    const { config } = await currentConfig(tx);
    const day = todayIn(config.timezone, at);
    const changes = changesIn(entries);
    const proposal = { author_id: userId, command, input, why, changes, before_cents: gain.before, after_cents: gain.after, day };
    const created = await tx.proposals.add(proposal, at);
    if (!created.isNew) return created.id;
    const [row] = (await tx.proposals.byIds([created.id])) as [ProposalRow];
    const approvers = (await tx.adjustments.approvers()).filter(({ id }) => id !== actor.id);
    const subject = { kind: 'proposal', id: created.id } as const;
    for (const approver of approvers) {
      const words = { person: fullName(row), change: proposalReason(approver, row), ...amounts };
      await notify(tx, 'ownPayWaiting', { subject, occurrence: 'pending', words }, { to: [Number(approver.id)], by: userId, at });
    }
    const after = { command, before_cents: gain.before, after_cents: gain.after };
    await tx.audit.write(
      { actorId: userId, action: 'proposal.created', entity: 'proposal', entityId: String(created.id), after },
      origin,
      at,
    );
    return created.id;
  });
  const current = { approval_id: `proposal-${id}`, before: fromCents(gain.before), after: fromCents(gain.after) };
  return new Problem(202, 'waiting_for_approval', fill(t.waiting, amounts), { current });
};

/** For callers that continue while a change waits for approval. @throws any other error */
export const ignoreProposed = (error: unknown): void => {
  if (!(error instanceof Problem) || error.code !== 'waiting_for_approval') throw error;
};

/**
 * Wraps a use case: if it would raise its author's pay, its transaction is rolled back and it is stored as a proposal (decisions 3.06).
 * @throws Problem 202 waiting_for_approval, and whatever the use case throws
 */
export const proposable =
  <D extends Deps, By extends Author, Input extends readonly unknown[], Answer>(
    command: CommandName,
    run: UseCase<D, By, Input, Answer>,
  ): UseCase<D, By, Input, Answer> =>
  async (deps, principal, ...input) => {
    try {
      return await run(deps, principal, ...input);
    } catch (error) {
      if (!(error instanceof OwnPayProblem) || principal.approval) throw error;
      throw await propose(deps, principal, command, input.slice(0, -1), error, input.at(-1) as Origin);
    }
  };
