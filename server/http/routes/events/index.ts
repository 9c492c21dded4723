import type { Route } from '../../app.types.ts';
import { getTimeline } from './getTimeline.ts';
import { getViewCounts } from './getViewCounts.ts';
import { listEvents } from './listEvents.ts';
import { patchEvent } from './patchEvent.ts';
import { postSync } from './postSync.ts';

export const eventsRoutes: readonly Route[] = [getTimeline, getViewCounts, listEvents, patchEvent, postSync];
