import { useMemo } from 'react';
import type { Commission } from '../../../contract/entities/commission.ts';
import { fullName, sellerRoles, type User } from '../../../contract/entities/user.ts';
import { can, reachOf } from '../../../contract/permissions.ts';
import { useFeature, useUser } from '../../app/context.ts';
import { useAllUsers } from '../../shared/people/useAllUsers.ts';
import type { TeamOption } from './useTeam.ts';

const toPersonEntry = (row: Commission) => [row.user_id, row.salesperson_name] as const;

/** People with commissions whom the user may list; loaded only if a tool needs a person. */
export const useSellers = (): readonly User[] => {
  const user = useUser();
  const seesOthers = reachOf(user, 'commission:read') !== 'own';
  const toolFeatures = [useFeature('statements'), useFeature('projections')];
  const users = useAllUsers(seesOthers && toolFeatures.includes(true) && can(user, 'user:list'));
  return useMemo(() => users.filter(({ active, role }) => active && sellerRoles.includes(role)), [users]);
};

/** The page's tools that the server offers and the role allows, with the people they apply to. */
export const useMoneyTools = (rows: readonly Commission[], sellers: readonly User[], ofTeam: boolean) => {
  const user = useUser();
  const canExplain = useFeature('explain');
  const hasHistory = useFeature('history');
  const canDecide = can(user, 'adjustment:decide');
  const seesOwnOnly = reachOf(user, 'commission:read') === 'own';
  const canAnswer = useFeature('disputes') && reachOf(user, 'dispute:decide') !== 'none';
  const name = fullName(user);
  const otherSellers = useMemo(
    () => (ofTeam ? sellers.filter(({ id, manager_id }) => [id, manager_id].includes(user.id)) : sellers),
    [sellers, ofTeam, user.id],
  );
  const people = useMemo((): readonly TeamOption[] => {
    const self = { value: user.id, label: name };
    if (seesOwnOnly) return [self];
    // The people the user may see plus everyone else with rows on the page; the user alone if there are none.
    const namesById = new Map([...otherSellers.map((person) => [person.id, fullName(person)] as const), ...rows.map(toPersonEntry)]);
    const options = [...namesById].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
    return options.length > 0 ? options : [self];
  }, [rows, otherSellers, seesOwnOnly, user.id, name]);
  const team = sellers.some(({ manager_id }) => manager_id === user.id);
  return { canExplain, hasHistory, canDecide, canAnswer, people, team, userId: seesOwnOnly ? user.id : null };
};
export type MoneyTools = ReturnType<typeof useMoneyTools>;
