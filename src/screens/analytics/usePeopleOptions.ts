import { fullName, sellerRoles } from '../../../contract/entities/user.ts';
import { useAllUsers } from '../../shared/people/useAllUsers.ts';

/** The people who can be chosen, sorted by name. */
export const usePeopleOptions = (): readonly Readonly<{ value: string; label: string }>[] =>
  useAllUsers()
    .filter(({ role }) => sellerRoles.includes(role))
    .map((person) => ({ value: person.id, label: fullName(person) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
