import { fullName, roleLabels } from '../../../contract/entities/user.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { recomputeTouched, type Touched, touchedBy } from '../commissions/recompute/index.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { By } from './userRules.ts';

type Change = Readonly<{ before: UserRow; after: UserRow; reset: boolean }>;

const dated: readonly (keyof UserRow)[] = ['role', 'manager_id', 'active'];

/**
 * What past days are read by stays known by its day, in the company's time zone.
 * @returns the day somebody leaves, where they do; none for who is here
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

/** Plans go by role, and a team's share by manager: records of open months follow at once. */
export const settleMoney = async (within: Repositories, by: By, touchedBefore: readonly Touched[], after: UserRow): Promise<void> => {
  const touched = [...touchedBefore, ...(await touchedBy(within, { person: after.id }))];
  const why = `${fullName(after)} changed role or manager`;
  await recomputeTouched(within, touched, { actorId: by.principal.userId, at: by.at, origin: by.origin, why });
};

/** Somebody else's doing is told to whom it concerns. */
export const tellThem = async (within: Repositories, { principal, at }: By, { before, after, reset }: Change): Promise<void> => {
  if (after.id === principal.userId) return;
  const to = { user_id: after.id, type: 'system', priority: 'high' } as const;
  const key = `user:${after.id}:${after.version}`;
  if (before.role !== after.role) {
    const words = {
      title: 'Your role was changed',
      message: `You are ${roleLabels[after.role]} now, and no longer ${roleLabels[before.role]}.`,
    };
    await within.notifications.add({ ...to, ...words, link: '/profile', dedupe_key: `${key}:role` }, at);
  }
  if (reset) {
    const words = {
      title: 'Your password was reset',
      message: 'An administrator gave you a temporary password, and your sessions were ended.',
    };
    await within.notifications.add({ ...to, ...words, link: '/settings', dedupe_key: `${key}:password` }, at);
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
  const shown = (row: UserRow) => Object.fromEntries(changed.map((field) => [field, row[field]]));
  const entry = { actorId: principal.userId, action: actionOf(changed, change), entity: 'user', entityId: String(after.id) };
  const words = reset ? { cause: 'The password was reset' } : {};
  await within.audit.write({ ...entry, before: shown(before), after: shown(after), ...words }, origin, at);
};
