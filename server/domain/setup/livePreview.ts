import type { GoLivePerson, LivePreview } from '../../../contract/entities/setup.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { rolesWith } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { LivePersonRow } from '../../db/repositories/setup/setup.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { booksBegin } from '../plans/books.ts';
import { isPasswordOff } from '../session/passwordPolicy.ts';
import type { Principal } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { dollars } from '../shared/moneyText.ts';
import type { Services } from '../shared/services.ts';
import { goLiveBlockersOf, readSetup, type SetupFacts } from './checklist.ts';

type Deps = Pick<Services, 'store' | 'clock' | 'backedUpAt' | 'checkMail' | 'sso'>;
const t = messages.setupWarnings;

/** The reason why the mail server cannot be reached; null if it can, or none is configured. */
export const readMailProblem = async ({ store, checkMail }: Deps): Promise<string | null> =>
  store.outbox.sends && checkMail ? checkMail() : null;

/** Warnings that the administrator must accept before going live. */
export const readWarnings = async (
  tx: Pick<Repositories, 'marks' | 'openingPosition'>,
  { sendsMail, current, paid }: SetupFacts,
  mailProblem: string | null,
): Promise<string[]> => {
  const first = booksBegin(current);
  const olderOpenCents = first === null ? 0 : (await tx.openingPosition.olderInvoices(first)).open;
  return [
    ...(mailProblem === null ? [] : [fill(t.mailFails, { reason: mailProblem })]),
    ...(sendsMail ? [] : [t.noMail]),
    ...((await tx.marks.any()) ? [t.computing] : []),
    ...(olderOpenCents > 0 ? [fill(t.older, { amount: dollars(olderOpenCents) })] : []),
    ...(paid.above > 0 ? [fill(t.overpaid, { amount: dollars(paid.above) })] : []),
  ];
};

/** The roles that may invite: an invitation works only while its author has one of them. */
export const inviterRoles = rolesWith('user:manage');

/**
 * True for people who get an invitation: they have not left, have never signed in, and no earlier invitation works. People who sign in
 * without a password need none.
 */
export const isInvited = (
  deps: Pick<Services, 'sso'>,
  { id, role, signed_in, has_invitation, left_on }: LivePersonRow,
  authorId: number,
  today: Day,
): boolean => !isPasswordOff(deps, role) && !signed_in && !has_invitation && id !== authorId && (left_on === null || left_on >= today);

/** The pages and the invitation of each active person (decisions 4.08). */
export const previewLive = async (deps: Deps, { userId }: Pick<Principal, 'userId'>): Promise<LivePreview> => {
  const { store } = deps;
  const setup = await readSetup(store, deps);
  const now = deps.clock();
  const today = todayIn(setup.current.config.timezone, now);
  const people = (await store.setup.people(now, inviterRoles)).map(
    (row): GoLivePerson => ({
      user_id: String(row.id),
      name: fullName(row),
      role: row.role,
      sees: messages.setupVisiblePages[row.role],
      earned: fromCents(row.earned),
      due: fromCents(row.due),
      invited: isInvited(deps, row, userId, today),
    }),
  );
  return { people, blockers: goLiveBlockersOf(setup), warnings: await readWarnings(store, setup, await readMailProblem(deps)) };
};
