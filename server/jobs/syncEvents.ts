import { connectedSources, type Sources, syncEvents as sync } from '../domain/events/eventSync.ts';
import type { Services } from '../domain/shared/services.ts';
import type { Handler } from './handler.ts';

/** Syncs events; what it came to is the job's result. */
export const syncEvents =
  (services: Pick<Services, 'store' | 'clock'>, sources: Sources = connectedSources): Handler =>
  async (_job, { signal }) => ({ result: await sync(services, sources, signal) });
