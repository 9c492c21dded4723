import { fullName, roleLabels } from '../../../contract/entities/user.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import { UNKNOWN_START, type UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Cause } from '../commissions/recompute/index.ts';
import { notify } from '../notifications/notify.ts';
import { leaveReducesQuota, paysByTerritory } from '../plans/planUses.ts';
import type { NoticeAuthor, UserChangeBy } from './userRules.ts';

type Change = Readonly<{ before: UserRow; after: UserRow; reset: boolean }>;

const payFields: readonly (keyof UserRow)[] = ['role', 'manager_id', 'joined_on', 'left_on', 'active'];

/**
 * True if the changed fields affect pay: plans depend on role and employment, team shares on the manager, clauses may use the territory, and
 * leave may reduce the quota.
 */
export const canAffectPay = async (tx: Pick<Repositories, 'config'>, changed: readonly (keyof UserRow)[]): Promise<boolean> =>
  changed.some((field) => payFields.includes(field)) ||
  (changed.includes('territory') && (await paysByTerritory(tx))) ||
  (changed.includes('leaves') && (await leaveReducesQuota(tx)));

const kindOf = (changed: readonly (keyof UserRow)[]) => {
  if (changed.includes('role') || changed.includes('manager_id')) return 'role_or_manager_changed';
  if (changed.includes('territory')) return 'territory_changed';
  return changed.every((field) => field === 'leaves') ? 'leave_changed' : 'employment_changed';
};

/** The cause recorded in the audit log for changes to these people's money. */
export const userCauseOf = (changed: readonly (keyof UserRow)[], after: UserRow): Cause['why'] => ({
  kind: kindOf(changed),
  user_id: after.id,
  name: fullName(after),
});

/** Notifies the person of changes somebody else made to their account. */
export const notifyPerson = async (
  tx: Repositories,
  { principal, at, author }: NoticeAuthor,
  { before, after, reset }: Change,
): Promise<void> => {
  const audience = { to: [after.id], at, ...(author === undefined ? { by: principal.userId } : {}) };
  const version = String(after.version);
  if (before.role !== after.role) {
    const words = { role: roleLabels[after.role], before: roleLabels[before.role] };
    const subject = { kind: 'user', id: after.id, page: '/profile' } as const;
    await notify(tx, 'roleChanged', { subject, occurrence: `${version}:role`, words }, audience);
  }
  if (reset) {
    const subject = { kind: 'user', id: after.id, page: '/settings' } as const;
    await notify(tx, 'passwordReset', { subject, occurrence: `${version}:password`, words: {} }, audience);
  }
};

const actionOf = (changed: readonly string[], { after, reset }: Change): string => {
  if (changed.length === 0 && reset) return 'user.password_reset';
  if (changed.every((field) => field === 'active' || field === 'left_on') && changed.includes('active'))
    return after.active ? 'user.activated' : 'user.deactivated';
  return 'user.updated';
};

const auditNames: Partial<Record<keyof UserRow, string>> = { joined_on: 'employment_start', left_on: 'employment_end' };

/** The audit entry of a change; for a password only the fact that it changed. */
export const userEntryOf = (
  { principal }: Pick<UserChangeBy, 'principal'>,
  change: Change & Readonly<{ changed: readonly (keyof UserRow)[]; from: Day | null }>,
): AuditWrite => {
  const { before, after, changed, from, reset } = change;
  const displayValueOf = (field: keyof UserRow, row: UserRow) =>
    field === 'joined_on' && row.joined_on === UNKNOWN_START ? null : row[field];
  const changedValues = (row: UserRow) =>
    Object.fromEntries(changed.map((field) => [auditNames[field] ?? field, displayValueOf(field, row)]));
  const entry = { actorId: principal.userId, action: actionOf(changed, change), entity: 'user', entityId: String(after.id) };
  const cause = reset ? { cause: { kind: 'password_reset' } as const } : {};
  return { ...entry, before: changedValues(before), after: { ...changedValues(after), ...(from && { effective_from: from }) }, ...cause };
};
