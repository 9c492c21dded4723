import { useMemo } from 'react';
import { fullName } from '../../../contract/entities/user.ts';
import { useAllUsers } from '../people/useAllUsers.ts';

/** Possible payees by name, including former employees, who may still be owed money. Sends no request unless `enabled`. */
export const usePayees = (enabled: boolean): readonly Readonly<{ value: string; label: string }>[] => {
  const users = useAllUsers(enabled);
  return useMemo(
    () => users.map((user) => ({ value: user.id, label: fullName(user) })).toSorted((a, b) => a.label.localeCompare(b.label)),
    [users],
  );
};
