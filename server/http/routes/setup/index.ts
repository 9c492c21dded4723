import type { Route } from '../../app.types.ts';
import { getSetupRoute } from './getSetup.ts';
import { goLiveRoute } from './goLive.ts';
import { skipItemRoute } from './skipItem.ts';

export const setupRoutes: readonly Route[] = [getSetupRoute, goLiveRoute, skipItemRoute];
