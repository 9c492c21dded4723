import type { Route } from '../app.types.ts';
import { getTimeline } from './events/getTimeline.ts';
import { listEvents } from './events/listEvents.ts';
import { patchEvent } from './events/patchEvent.ts';
import { postSync } from './events/postSync.ts';

/** Events: the list, edits, the sync and one event's story. */
export const eventRoutes: readonly Route[] = [listEvents, patchEvent, postSync, getTimeline];
