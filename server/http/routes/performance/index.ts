import type { Route } from '../../app.types.ts';
import { deleteGoalRoute } from './deleteGoal.ts';
import { getPerformanceRoute } from './getPerformance.ts';
import { getTeamPerformanceRoute } from './getTeamPerformance.ts';
import { listActivityRoute } from './listActivity.ts';
import { listGoalsRoute } from './listGoals.ts';
import { postGoalRoute } from './postGoal.ts';
import { putGoalRoute } from './putGoal.ts';

export const performanceRoutes: readonly Route[] = [
  deleteGoalRoute,
  getPerformanceRoute,
  getTeamPerformanceRoute,
  listActivityRoute,
  listGoalsRoute,
  postGoalRoute,
  putGoalRoute,
];
