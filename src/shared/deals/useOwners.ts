import { useMemo } from 'react';
import { fullName, sellerRoles } from '../../../contract/entities/user.ts';
import { can, type Permission } from '../../../contract/permissions.ts';
import { useUser } from '../../app/context.ts';
import { useAllUsers } from '../people/useAllUsers.ts';

type OfOwners = Extract<Permission, `${'deal' | 'invoice'}:${'read' | 'write'}`>;

/** Whose deals or invoices the user may read or assign, by name: their own, their team's, or those of everybody who sells. Nothing is read unless `wanted`. */
export const useOwners = (permission: OfOwners, wanted = true): readonly Readonly<{ value: string; label: string }>[] => {
  const self = useUser();
  const lists = can(self, 'user:list');
  const users = useAllUsers(wanted && lists);
  return useMemo(
    () =>
      (lists ? users : wanted ? [self] : [])
        .filter((user) => user.active && sellerRoles.includes(user.role))
        .filter((user) => can(self, permission, { owner_id: user.id, owner_manager_id: user.manager_id ?? null }))
        .map((user) => ({ value: user.id, label: fullName(user) })),
    [users, lists, wanted, permission, self],
  );
};
