import type { EventSync } from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { JobRow } from '../../db/repositories/jobs/jobs.ts';
import { shownState } from '../jobs/shownState.ts';
import type { Principal } from '../session/principal.ts';
import type { Services } from '../shared/services.ts';
import { type Applied, applySource, type SourceEvent } from './eventSource.ts';

export const EVENTS_SYNC_JOB = 'events_sync';
type Deps = Pick<Services, 'store' | 'clock'>;

/** A connected system that events come from: what it tells now, page by page. */
export type ConnectedSource = Readonly<{ name: string; read: (signal: AbortSignal) => AsyncIterable<readonly SourceEvent[]> }>;
/** The sources that are connected at this moment. */
export type Sources = () => Promise<readonly ConnectedSource[]>;
export type SyncResult = Readonly<Record<Applied, number> & { sources: readonly string[]; message: string }>;

/** No outside system can be connected yet, so that none is. */
export const connectedSources: Sources = async () => [];

const text = messages.eventSync;

const syncOf = (job: JobRow, message: string): EventSync => ({ id: String(job.id), status: shownState(job.state), message });

/** Asks for a sync (spec 7.28): one at a time; a second request is answered with the one under way. */
export const startSync = async ({ store, clock }: Deps, { userId }: Principal, sources: Sources = connectedSources): Promise<EventSync> => {
  const noSource = (await sources()).length === 0 ? text.noSource : null;
  const { job, fresh } = await store.jobs.addKeyed({ kind: EVENTS_SYNC_JOB, key: 'all sources', createdBy: userId }, clock());
  return syncOf(job, noSource ?? (fresh ? text.started : text.already));
};

/**
 * Takes over everything that the connected sources tell, each event in a transaction of its own: what was taken over before a source failed
 * stays, taking it over again changes nothing, and an edit in between waits for one event only.
 */
export const syncEvents = async ({ store, clock }: Deps, sources: Sources, signal: AbortSignal): Promise<SyncResult> => {
  const counts: Record<Applied, number> = { created: 0, changed: 0, unchanged: 0 };
  const connected = await sources();
  for (const source of connected)
    for await (const page of source.read(signal))
      for (const incoming of page) counts[await store.transaction((within) => applySource(within, incoming, clock()))] += 1;
  const message = connected.length === 0 ? text.noSource : fill(text.done, counts);
  return { ...counts, sources: connected.map(({ name }) => name), message };
};
