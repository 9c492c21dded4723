import type { UserHistory } from '../../../contract/entities/people.ts';
import { currentConfig } from '../plans/config.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

/** A person's dated facts, including future ones, newest first, each with its author. @throws Problem 404 */
export const readUserHistory = async ({ store }: Pick<Services, 'store'>, id: number | null): Promise<UserHistory> => {
  const user = id === null ? undefined : await store.users.byId(id);
  if (!user) throw notFoundProblem('user');
  const { timezone } = (await currentConfig(store)).config;
  const [ahead, facts, employments] = [
    await store.plannedChanges.upcoming(user.id),
    await store.users.factsOverTime(user.id, timezone),
    [...(await store.users.employments(user.id)), ...(await store.users.leavesOverTime(user.id))],
  ];
  const byDay = [...facts, ...employments].sort((a, b) => (b.first_day ?? '').localeCompare(a.first_day ?? ''));
  return { data: [...ahead, ...byDay] };
};
