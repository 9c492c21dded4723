import { fullName, roleLabels } from '../../../contract/entities/user.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { follow, type Touched, touchedBy } from '../commissions/recompute/index.ts';
import { notify } from '../notifications/notify.ts';
import { territoriesPay } from '../plans/asks.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { By } from './userRules.ts';

type Change = Readonly<{ before: UserRow; after: UserRow; reset: boolean }>;

const dated: readonly (keyof UserRow)[] = ['role', 'manager_id', 'active'];

/**
 * What past days are read by stays known by its day, in the company's time zone.
 * @returns the day the person leaves; null while they are here
 */
export const datePast = async (
  within: Repositories,
  before: UserRow,
  { active }: Pick<UserRow, 'active'>,
  changed: readonly (keyof UserRow)[],
  { at }: By,
): Promise<Partial<Pick<UserRow, 'left_on'>>> => {
  if (!changed.some((field) => dated.includes(field))) return {};
  const today = todayIn((await currentConfig(within)).config.timezone, at);
  await within.users.keepPast(before, today);
  if (!changed.includes('active')) return {};
  return { left_on: active ? null : today };
};

/** Does a change of these move money? Plans go by role, a team's share by manager, and clauses may ask about the territory. */
export const movesPay = async (within: Pick<Repositories, 'config'>, changed: readonly (keyof UserRow)[]): Promise<boolean> =>
  changed.includes('role') || changed.includes('manager_id') || (changed.includes('territory') && (await territoriesPay(within)));

/** Records of open months follow at once. */
export const settleMoney = async (
  within: Repositories,
  by: By,
  {
    touched: touchedBefore,
    changed,
    after,
  }: Readonly<{ touched: readonly Touched[]; changed: readonly (keyof UserRow)[]; after: UserRow }>,
): Promise<void> => {
  const touched = [...touchedBefore, ...(await touchedBy(within, { person: after.id }))];
  const kind = changed.includes('role') || changed.includes('manager_id') ? 'role_or_manager_changed' : 'territory_changed';
  const why = { kind, user_id: after.id, name: fullName(after) } as const;
  await follow(within, touched, { actorId: by.principal.userId, at: by.at, origin: by.origin, why });
};

/** Tells the person what another changed of their account. */
export const notifyPerson = async (within: Repositories, { principal, at }: By, { before, after, reset }: Change): Promise<void> => {
  const audience = { to: [after.id], by: principal.userId, at };
  const version = String(after.version);
  if (before.role !== after.role) {
    const words = { role: roleLabels[after.role], before: roleLabels[before.role] };
    const about = { kind: 'user', id: after.id, page: '/profile' } as const;
    await notify(within, 'roleChanged', { about, occurrence: `${version}:role`, words }, audience);
  }
  if (reset) {
    const about = { kind: 'user', id: after.id, page: '/settings' } as const;
    await notify(within, 'passwordReset', { about, occurrence: `${version}:password`, words: {} }, audience);
  }
};

const actionOf = (changed: readonly string[], { after, reset }: Change): string => {
  if (changed.length === 0 && reset) return 'user.password_reset';
  if (changed.length === 1 && changed[0] === 'active') return after.active ? 'user.activated' : 'user.deactivated';
  return 'user.updated';
};

/** What changed, before and after; of a password only that it did. */
export const auditChange = async (
  within: Repositories,
  { principal, origin, at }: By,
  change: Change & Readonly<{ changed: readonly (keyof UserRow)[] }>,
): Promise<void> => {
  const { before, after, changed, reset } = change;
  const changedValues = (row: UserRow) => Object.fromEntries(changed.map((field) => [field, row[field]]));
  const entry = { actorId: principal.userId, action: actionOf(changed, change), entity: 'user', entityId: String(after.id) };
  const cause = reset ? { cause: { kind: 'password_reset' } as const } : {};
  await within.audit.write({ ...entry, before: changedValues(before), after: changedValues(after), ...cause }, origin, at);
};
