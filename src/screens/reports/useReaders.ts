import { useMemo } from 'react';
import { fullName } from '../../../contract/entities/user.ts';
import { can } from '../../../contract/permissions.ts';
import { useUser } from '../../app/context.ts';
import { useAllUsers } from '../../shared/people/useAllUsers.ts';

/** The people the user may get reports about, by name (decisions 3.04); managers get their team. */
export const useReaders = (enabled: boolean): readonly Readonly<{ value: string; label: string }>[] => {
  const currentUser = useUser();
  const users = useAllUsers(enabled);
  return useMemo(
    () =>
      users
        .filter(({ id, manager_id }) => can(currentUser, 'report:about', { owner_id: id, owner_manager_id: manager_id }))
        .map((user) => ({ value: user.id, label: fullName(user) }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    [users, currentUser],
  );
};
