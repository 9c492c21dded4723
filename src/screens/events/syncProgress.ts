import type { EventSync } from '../../../contract/entities/event.ts';
import { eventSync as text } from '../../../contract/messages/events.ts';
import { fill } from '../../../contract/messages.ts';
import type { SyncProgress } from '../../machines/events/eventsSync.machine.ts';

export const isSyncEnded = ({ status }: Pick<EventSync, 'status'>): boolean => status === 'completed' || status === 'failed';

/** The progress the machine tracks; null if the server does not identify the run. */
export const toProgress = (run: Partial<EventSync> | undefined): SyncProgress =>
  run?.id && run.status ? { id: run.id, open: !isSyncEnded({ status: run.status }), done: run.done ?? 0, total: run.total ?? null } : null;

const count = (value: number): string => value.toLocaleString('en-US');
/** The button's label during a sync; null while the total is unknown. */
export const progressText = (progress: SyncProgress): string | null =>
  progress?.total ? fill(text.progress, { done: count(progress.done), total: count(progress.total) }) : null;
