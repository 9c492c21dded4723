import type { Route } from '../../app.types.ts';
import { getRunFile } from './getRunFile.ts';
import { listRuns } from './listRuns.ts';
import { stepRun } from './stepRun.ts';

export const payoutsRoutes: readonly Route[] = [getRunFile, listRuns, stepRun];
