import type { Route } from '../../app.types.ts';
import { deleteGoal } from './deleteGoal.ts';
import { getPerformance } from './getPerformance.ts';
import { getTeamPerformance } from './getTeamPerformance.ts';
import { listActivity } from './listActivity.ts';
import { listGoals } from './listGoals.ts';
import { postGoal } from './postGoal.ts';
import { putGoal } from './putGoal.ts';

export const performanceRoutes: readonly Route[] = [
  deleteGoal,
  getPerformance,
  getTeamPerformance,
  listActivity,
  listGoals,
  postGoal,
  putGoal,
];
