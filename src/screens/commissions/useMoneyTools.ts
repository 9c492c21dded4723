import { useMemo } from 'react';
import type { Commission } from '../../../contract/entities/commission.ts';
import { fullName, type User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { can, reachOf } from '../../../contract/permissions.ts';
import { useApp, useFeature, useUser } from '../../app/context.ts';
import { readAllPages } from '../../services/pages.ts';
import { createUsers } from '../../services/users.ts';
import { useAnswer } from '../../shared/useAnswer.ts';
import type { Person } from './useTeam.ts';

const personOf = (row: Commission) => [row.user_id, row.salesperson_name] as const;
const sellers: readonly User['role'][] = ['salesperson', 'sales_manager', 'vp_sales'];
const nobody: readonly User[] = [];

/** The people with commissions whom the user may list; asked for only where a tool takes a person. */
const usePeople = (wanted: boolean): readonly User[] => {
  const { http } = useApp();
  const user = useUser();
  const pages = useFeature('users-pages');
  const tools = [useFeature('statements'), useFeature('projections')];
  const load = async (): Promise<readonly User[]> => {
    if (!wanted || !tools.includes(true) || !can(user, 'user:list')) return nobody;
    const all = await readAllPages(createUsers(http, { pages, temporary: false }).page, {});
    return all.filter(({ active, role }) => active && sellers.includes(role));
  };
  return useAnswer<readonly User[]>(load, {}, messages.userForm.managersFailed).answer ?? nobody;
};

/** Which of the page's tools the server announces and the role may use, and for whom. */
export const useMoneyTools = (rows: readonly Commission[]) => {
  const user = useUser();
  const periods = useFeature('periods') && can(user, 'screen:periods');
  const plans = useFeature('plan-page');
  const explains = useFeature('explain');
  const remembers = useFeature('history');
  const decides = can(user, 'adjustment:decide');
  const own = reachOf(user, 'commission:read') === 'own';
  const answers = useFeature('disputes') && reachOf(user, 'dispute:decide') !== 'none';
  const name = fullName(user);
  const others = usePeople(!own);
  const people = useMemo((): readonly Person[] => {
    const self = { value: user.id, label: name };
    if (own) return [self];
    // The people whom the user may see, and anyone else with rows on the page; the user where there are none.
    const known = new Map([...others.map((each) => [each.id, fullName(each)] as const), ...rows.map(personOf)]);
    const found = [...known].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
    return found.length > 0 ? found : [self];
  }, [rows, others, own, user.id, name]);
  const team = others.some(({ manager_id }) => manager_id === user.id);
  return { periods, plans, explains, remembers, decides, answers, people, team, userId: own ? user.id : null };
};
