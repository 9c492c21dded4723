import type { Route } from '../../app.types.ts';
import { getTimelineRoute } from './getTimeline.ts';
import { getViewCountsRoute } from './getViewCounts.ts';
import { listEventsRoute } from './listEvents.ts';
import { patchEventRoute } from './patchEvent.ts';
import { postSyncRoute } from './postSync.ts';

export const eventsRoutes: readonly Route[] = [getTimelineRoute, getViewCountsRoute, listEventsRoute, patchEventRoute, postSyncRoute];
