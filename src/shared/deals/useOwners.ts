import { useMemo } from 'react';
import { fullName, sellerRoles } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can, type Permission } from '../../../contract/permissions.ts';
import { useUser } from '../../app/context.ts';
import { useAllUsers } from '../people/useAllUsers.ts';

type OwnerPermission = Extract<Permission, `${'deal' | 'invoice'}:${'read' | 'write'}` | 'payout:read'>;

type Option = Readonly<{ value: string; label: string }>;

/** Adds the value in the URL to the options if they lack it, because the field would otherwise show another option, or none. */
export const addChosen = (options: readonly Option[], value: string, label: string): readonly Option[] =>
  value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label }];

/**
 * The people whose deals, invoices or payouts the user may read or assign, by name: themselves, their team, or everyone who sells. Former
 * employees can be assigned nothing new, but their items are still readable. Sends no request unless `enabled`.
 */
export const useOwners = (permission: OwnerPermission, enabled = true): readonly Option[] => {
  const self = useUser();
  const canListUsers = can(self, 'user:list');
  const users = useAllUsers(enabled && canListUsers);
  return useMemo(
    () =>
      (canListUsers ? users : enabled ? [self] : [])
        .filter((user) => (user.active || permission.endsWith(':read')) && sellerRoles.includes(user.role))
        .filter((user) => can(self, permission, { owner_id: user.id, owner_manager_id: user.manager_id ?? null }))
        .map((user) => ({
          value: user.id,
          label: user.active ? fullName(user) : fill(messages.formerEmployeeName, { name: fullName(user) }),
        })),
    [users, canListUsers, enabled, permission, self],
  );
};
