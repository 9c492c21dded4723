import type { Role } from '../entities/user.ts';

/** An active person whose role may decide about adjustments. */
export type Approver = Readonly<{ id: string; role: Role }>;
/** Who last set the amount, and whose commission it is. */
export type Parties = Readonly<{ setterId: string; payeeId: string }>;

/**
 * Who may decide about an adjustment (decisions 2.10): an approver who neither set it nor is paid by it. Where nobody else is left, an
 * admin whose commission it is not; where that leaves nobody either, the admin whose it is.
 */
export const decidersOf = (approvers: readonly Approver[], { setterId, payeeId }: Parties): readonly string[] => {
  const idsOf = (those: readonly Approver[]): string[] => those.map(({ id }) => id);
  const second = approvers.filter(({ id }) => id !== setterId && id !== payeeId);
  if (second.length > 0) return idsOf(second);
  const admins = approvers.filter(({ role }) => role === 'admin');
  const last = admins.length > 0 ? admins : approvers;
  const others = last.filter(({ id }) => id !== payeeId);
  return idsOf(others.length > 0 ? others : last);
};
