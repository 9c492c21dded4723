import type { Setup } from '../../../contract/entities/setup.ts';
import { type CompanyEvent, type CompanyFacts, companyLifecycle } from '../../../contract/lifecycles/company.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { inviteWithin } from '../people/invite.ts';
import type { Principal } from '../session/principal.ts';
import { hashToken } from '../session/tokens.ts';
import { MINUTE, plusMs, todayIn } from '../shared/clock.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { getSetup, goLiveBlockersOf, hasPlan, readSetup, type SetupFacts } from './checklist.ts';
import { inviterRoles, isInvited, readMailProblem, readWarnings } from './livePreview.ts';

type Deps = Pick<Services, 'store' | 'clock' | 'backedUpAt' | 'checkMail' | 'sso'>;
const t = messages.setupRefusals;
/** decisions 4.08: how long going live can be undone. */
const UNDO_MINUTES = 10;

const stateAfterEvent = (
  setup: SetupFacts,
  event: CompanyEvent['type'],
  warnings: Pick<CompanyFacts, 'warned' | 'accepted'>,
  now: Date,
) => {
  const { live_at, live_undo_until, sellers } = setup.facts;
  const undoable = live_undo_until !== null && now.toISOString() <= live_undo_until;
  const facts: CompanyFacts = { sellers, hasPlan: hasPlan(setup), undoable, ...warnings };
  return step(companyLifecycle, live_at === null ? 'settingUp' : 'live', { type: event }, facts);
};

const refusalProblemOf = (setup: SetupFacts, warnings: readonly string[]): Problem => {
  if (setup.facts.live_at !== null) return new Problem(409, 'company_live', t.alreadyLive);
  const [blocker] = goLiveBlockersOf(setup);
  if (blocker !== undefined) return new Problem(409, setup.facts.sellers === 0 ? 'no_people' : 'no_plan', blocker);
  return new Problem(409, 'warnings', fill(t.warnings, { warnings: warnings.join(' ') }));
};

/**
 * Takes the company live: everyone sees their figures, and people who never signed in and have no invitation are invited once going live
 * can no longer be undone.
 * @throws Problem 409 company_live, no_people, no_plan, warnings
 */
export const goLive = async (deps: Deps, principal: Principal, accepted: boolean, origin: Origin): Promise<Setup> => {
  const at = deps.clock();
  const undoUntil = plusMs(at, UNDO_MINUTES * MINUTE);
  // Outside the transaction: the mail server may take seconds to answer.
  const mailProblem = await readMailProblem(deps);
  await deps.store.transaction(async (tx) => {
    await tx.setup.lock();
    const setup = await readSetup(tx, deps);
    const warnings = await readWarnings(tx, setup, mailProblem);
    if (stateAfterEvent(setup, 'go_live', { warned: warnings.length > 0, accepted }, at) === null) throw refusalProblemOf(setup, warnings);
    await tx.setup.goLive(at, undoUntil);
    const invitedPeople = setup.sendsMail
      ? (await tx.setup.people(at, inviterRoles)).filter((person) =>
          isInvited(deps, person, principal.userId, todayIn(setup.current.config.timezone, at)),
        )
      : [];
    for (const { id } of invitedPeople) await inviteWithin(tx, { principal, origin, at }, id, undoUntil);
    const entry = { actorId: principal.userId, action: 'company.went_live', entity: 'settings', entityId: '1' };
    await tx.audit.write({ ...entry, after: { invited: invitedPeople.length, accepted: warnings } }, origin, at);
  });
  return getSetup(deps, principal.actor);
};

/**
 * Undoes going live within ten minutes, and withdraws its invitations, which are sent only after that. @throws Problem 409 not_live,
 * undo_over
 */
export const undoLive = async (deps: Deps, principal: Principal, origin: Origin): Promise<Setup> => {
  const at = deps.clock();
  await deps.store.transaction(async (tx) => {
    await tx.setup.lock();
    const setup = await readSetup(tx, deps);
    if (stateAfterEvent(setup, 'undo', { warned: false, accepted: false }, at) === null)
      throw setup.facts.live_at === null ? new Problem(409, 'not_live', t.notYetLive) : new Problem(409, 'undo_over', t.undoOver);
    await tx.setup.undoGoLive();
    const { live_undo_until: sendAt } = setup.facts;
    const withdrawn = sendAt === null ? [] : await tx.outbox.dropLinks(sendAt);
    await tx.signInLinks.withdrawTokens(withdrawn.map(hashToken), at);
    const entry = { actorId: principal.userId, action: 'company.live_undone', entity: 'settings', entityId: '1' };
    await tx.audit.write({ ...entry, after: { withdrawn: withdrawn.length } }, origin, at);
  });
  return getSetup(deps, principal.actor);
};
