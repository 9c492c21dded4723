import type { SecuritySettings } from '../../../contract/entities/secondFactor.ts';
import { fullName, type Role, roleLabels } from '../../../contract/entities/user.ts';
import { noticeParts } from '../../../contract/messages/notifications.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { fromCents, toCents } from '../../../contract/rules/money.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { SecurityRow } from '../../db/repositories/settings/settings.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import type { Principal } from '../session/principal.ts';
import { dollars } from '../shared/moneyText.ts';
import { formProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { assertAdminConfirmed } from './stepUp.ts';

const MAX_LIMIT_DOLLARS = 10_000_000_000;

const settingsOf = ({ second_factor_roles, payout_limit_cents }: SecurityRow): SecuritySettings => ({
  second_factor_roles,
  payout_limit: payout_limit_cents === null ? null : fromCents(payout_limit_cents),
});

export const readSecuritySettings = async ({ store }: Pick<Services, 'store'>): Promise<SecuritySettings> =>
  settingsOf(await store.settings.security());

/** @throws Problem 422 */
const centsOf = (limit: number | null): number | null => {
  if (limit === null) return null;
  if (limit < 0 || limit > MAX_LIMIT_DOLLARS || fromCents(toCents(limit)) !== limit)
    throw formProblem({ payout_limit: messages.secondFactor.limitInvalid });
  return toCents(limit);
};

const rolesText = (roles: readonly Role[]): string =>
  roles
    .map((role) => roleLabels[role])
    .toSorted()
    .join(', ') || noticeParts.nobody;
const limitText = (cents: number | null): string => (cents === null ? noticeParts.noLimit : dollars(cents));
const rules = [
  [noticeParts.factorRoles, ({ second_factor_roles }: SecurityRow) => rolesText(second_factor_roles)],
  [noticeParts.payoutLimit, ({ payout_limit_cents }: SecurityRow) => limitText(payout_limit_cents)],
] as const;

const notifyOfChange = async (tx: Repositories, before: SecurityRow, after: SecurityRow, userId: number, at: Date): Promise<void> => {
  const changes = rules.flatMap(([text, label]) =>
    label(before) === label(after) ? [] : [fill(text, { before: label(before), after: label(after) })],
  );
  const author = await tx.users.byId(userId);
  const words = { author: author ? fullName(author) : '', changes: changes.join('; ') };
  const to = await tx.periods.peopleOf(['admin', 'finance']);
  const subject = { kind: 'security', id: 0 } as const;
  await notify(tx, 'securityChanged', { subject, occurrence: at.toISOString(), words }, { to, by: userId, at });
};

/**
 * The roles that need a second factor, and the amount above which a payout asks for it again (decisions 4.16). Admins and finance are
 * notified (4.06). Repeating the current rules changes nothing.
 * @throws Problem 403 second_factor_needed, second_factor_missing, 422
 */
export const saveSecuritySettings = (
  { store, clock }: Services,
  principal: Principal,
  { second_factor_roles, payout_limit }: SecuritySettings,
  origin: Origin,
): Promise<SecuritySettings> =>
  store.transaction(async (tx) => {
    const at = clock();
    const after = { second_factor_roles: second_factor_roles.toSorted(), payout_limit_cents: centsOf(payout_limit) };
    const before = await tx.settings.lockSecurity();
    if (JSON.stringify(settingsOf(before)) === JSON.stringify(settingsOf(after))) return settingsOf(after);
    await assertAdminConfirmed(tx, principal, at);
    await tx.settings.saveSecurity(after);
    await notifyOfChange(tx, before, after, principal.userId, at);
    const entry = { actorId: principal.userId, action: 'security.changed', entity: 'settings', entityId: '1' };
    await tx.audit.write({ ...entry, before: { ...before }, after }, origin, at);
    return settingsOf(after);
  });
