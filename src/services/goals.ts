import type { ActivityPage, Goal, GoalList } from '../../contract/entities/goal.ts';
import type { ProjectionInputs } from '../../contract/entities/projection.ts';
import { type Http, ifMatch } from './http.ts';

type GoalInput = Readonly<{ userId: string; month: string; kind: Goal['kind']; target: number }>;
const path = '/api/v1/goals';
const toSignalOptions = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

/** Features `goals`, `activity` and `projections`. */
export const createGoals = (http: Http) => ({
  list: (userId: string, month: string, signal?: AbortSignal): Promise<GoalList> =>
    http(path, { query: { user_id: userId, month }, ...toSignalOptions(signal) }),
  add: ({ userId, ...typed }: GoalInput): Promise<Goal> => http(path, { method: 'POST', body: { user_id: userId, ...typed } }),
  change: ({ id, version }: Goal, target: number): Promise<Goal> =>
    http(`${path}/${id}`, { method: 'PUT', body: { target }, ...ifMatch(version) }),
  remove: ({ id, version }: Goal): Promise<void> => http(`${path}/${id}`, { method: 'DELETE', ...ifMatch(version) }),
  activity: (userId: string, cursor: string | null, signal?: AbortSignal): Promise<ActivityPage> =>
    http('/api/v1/activity', { query: { user_id: userId, ...(cursor === null ? {} : { cursor }) }, ...toSignalOptions(signal) }),
  projectionInputs: (userId: string): Promise<ProjectionInputs> =>
    http('/api/v1/commissions/projections/inputs', { query: { user_id: userId } }),
});
