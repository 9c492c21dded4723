import { useMemo } from 'react';
import { fullName, type User } from '../../../contract/entities/user.ts';
import { can } from '../../../contract/permissions.ts';
import { useApp, useFeature, useUser } from '../../app/context.ts';
import { readAllPages } from '../../services/pages.ts';
import { createUsers } from '../../services/users.ts';
import { useAnswer } from '../useAnswer.ts';

const sellers: readonly string[] = ['salesperson', 'sales_manager', 'vp_sales'];

/** Whose deals one reads or may give them to, by name: themself, the team, or everybody who sells. */
export const useOwners = (permission: 'deal:read' | 'deal:write'): readonly Readonly<{ value: string; label: string }>[] => {
  const { http } = useApp();
  const self = useUser();
  const pages = useFeature('users-pages');
  const service = useMemo(() => createUsers(http, { pages, temporary: false }), [http, pages]);
  const isAlone = !can(self, 'user:list');
  const { answer } = useAnswer<readonly User[]>(async () => (isAlone ? [self] : readAllPages(service.page, {})), {}, '');
  return useMemo(
    () =>
      (answer ?? [])
        .filter((user) => user.active && sellers.includes(user.role))
        .filter((user) => can(self, permission, { owner_id: user.id, owner_manager_id: user.manager_id ?? null }))
        .map((user) => ({ value: user.id, label: fullName(user) })),
    [answer, permission, self],
  );
};
