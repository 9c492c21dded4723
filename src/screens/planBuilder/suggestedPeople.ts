import { isSelling, type User } from '../../../contract/entities/user.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';

/** Ids of all active sellers; those the plan names, by user or by role, come first. */
export const suggestedPeople = (config: CommissionsConfig | null, index: number, users: readonly User[]): readonly string[] => {
  const appliesTo = config?.plans[index]?.appliesTo;
  const sellers = users.filter(({ active, role }) => active && isSelling(role));
  const isNamed = ({ id, role }: User): boolean =>
    appliesTo !== undefined && (appliesTo.users.includes(id) || appliesTo.roles.includes(role));
  return [...sellers.filter(isNamed), ...sellers.filter((user) => !isNamed(user))].map(({ id }) => id);
};
