import type { Role } from '../entities/user.ts';

/** An active person whose role may decide on adjustments. */
export type Approver = Readonly<{ id: string; role: Role }>;
/** The person who last set the amount, and the person whose commission it is. */
export type Parties = Readonly<{ setterId: string; payeeId: string }>;

/**
 * Ids of the people who may decide on an adjustment (decisions 2.10): approvers who neither set it nor are paid by it. If nobody qualifies,
 * the admins except the payee; if that leaves nobody either, the admin who is the payee.
 */
export const decidersOf = (approvers: readonly Approver[], { setterId, payeeId }: Parties): readonly string[] => {
  const idsOf = (people: readonly Approver[]): string[] => people.map(({ id }) => id);
  const uninvolved = approvers.filter(({ id }) => id !== setterId && id !== payeeId);
  if (uninvolved.length > 0) return idsOf(uninvolved);
  const admins = approvers.filter(({ role }) => role === 'admin');
  const fallback = admins.length > 0 ? admins : approvers;
  const nonPayees = fallback.filter(({ id }) => id !== payeeId);
  return idsOf(nonPayees.length > 0 ? nonPayees : fallback);
};
