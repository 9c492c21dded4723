import { createHash } from 'node:crypto';
import { connectedSources, type Sources, syncEvents as sync } from '../domain/events/eventSync.ts';
import type { Services } from '../domain/shared/services.ts';
import type { Handler } from './worker.ts';

/** Syncs events; what it came to is kept with the job. */
export const syncEvents =
  (services: Pick<Services, 'store' | 'clock'>, sources: Sources = connectedSources): Handler =>
  async (_job, signal) => {
    const content = Buffer.from(JSON.stringify(await sync(services, sources, signal)));
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { name: 'events-sync.json', mediaType: 'application/json', sha256, content };
  };
