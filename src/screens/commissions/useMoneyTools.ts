import { useMemo } from 'react';
import type { Commission } from '../../../contract/entities/commission.ts';
import { can, reachOf } from '../../../contract/permissions.ts';
import { useFeature, useUser } from '../../app/context.ts';
import type { Person } from './parts/QuickActions.tsx';

/** Which of the page's tools the server announces and the role may use, and for whom. */
export const useMoneyTools = (rows: readonly Commission[]) => {
  const user = useUser();
  const periods = useFeature('periods') && can(user, 'screen:periods');
  const explains = useFeature('explain');
  const remembers = useFeature('history');
  const decides = can(user, 'adjustment:decide');
  const own = reachOf(user, 'commission:read') === 'own';
  const name = `${user.first_name} ${user.last_name}`;
  const people = useMemo((): readonly Person[] => {
    const self = { value: user.id, label: name };
    if (own) return [self];
    // The people of the rows on the page; oneself where there are none.
    const known = new Map(rows.map((row) => [row.user_id, row.salesperson_name]));
    const found = [...known].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
    return found.length > 0 ? found : [self];
  }, [rows, own, user.id, name]);
  return { periods, explains, remembers, decides, people, userId: own ? user.id : null };
};
