import { useMemo } from 'react';
import { fullName, type User } from '../../../contract/entities/user.ts';
import { can, type Permission } from '../../../contract/permissions.ts';
import { useApp, useFeature, useUser } from '../../app/context.ts';
import { readAllPages } from '../../services/pages.ts';
import { createUsers } from '../../services/users.ts';
import { useAnswer } from '../useAnswer.ts';

const sellers: readonly string[] = ['salesperson', 'sales_manager', 'vp_sales'];

type OfOwners = Extract<Permission, `${'deal' | 'invoice'}:${'read' | 'write'}`>;

/**
 * Whose deals or invoices one reads or may give them to, by name: themself, the team, or everybody who sells.
 * @param asks false: nobody is asked, as where a sample stands
 */
export const useOwners = (permission: OfOwners, asks = true): readonly Readonly<{ value: string; label: string }>[] => {
  const { http } = useApp();
  const self = useUser();
  const pages = useFeature('users-pages');
  const service = useMemo(() => createUsers(http, { pages, temporary: false }), [http, pages]);
  const isAlone = !can(self, 'user:list');
  const { answer } = useAnswer<readonly User[]>(async () => (!asks ? [] : isAlone ? [self] : readAllPages(service.page, {})), {}, '');
  return useMemo(
    () =>
      (answer ?? [])
        .filter((user) => user.active && sellers.includes(user.role))
        .filter((user) => can(self, permission, { owner_id: user.id, owner_manager_id: user.manager_id ?? null }))
        .map((user) => ({ value: user.id, label: fullName(user) })),
    [answer, permission, self],
  );
};
