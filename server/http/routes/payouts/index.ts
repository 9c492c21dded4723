import type { Route } from '../../app.types.ts';
import { getRunFileRoute } from './getRunFile.ts';
import { listRunsRoute } from './listRuns.ts';
import { readPayoutsRoute } from './readPayouts.ts';
import { stepRunRoute } from './stepRun.ts';

export const payoutsRoutes: readonly Route[] = [getRunFileRoute, listRunsRoute, readPayoutsRoute, stepRunRoute];
