import { connectionKinds } from '../../contract/entities/connection.ts';
import { jobLimits } from '../../contract/lifecycles/job.ts';
import { messages } from '../../contract/messages.ts';
import type { JobRow } from '../db/repositories/jobs/jobs.ts';
import type { ConnectionDeps } from '../domain/connections/connected.ts';
import { processDelivery } from '../domain/connections/processDelivery.ts';
import { QUESTION_JOB, type QuestionJobInput } from '../domain/connections/questions.ts';
import { webhookJob } from '../domain/connections/receiveWebhook.ts';
import { runSync, type SyncRunProgress } from '../domain/connections/runSync.ts';
import { settleQuestion } from '../domain/connections/settleQuestion.ts';
import { SYNC_JOB, startDueSync } from '../domain/connections/startSync.ts';
import { DUE_JOB, WATCH_JOB, watchConnections } from '../domain/connections/watch.ts';
import type { Handler, Handlers } from './handler.ts';
import { runWhileAllowed } from './whileAllowed.ts';

const connectionIdOf = ({ payload }: JobRow): number => (payload as { connection_id?: number }).connection_id ?? 0;

const handleSync =
  (deps: ConnectionDeps): Handler =>
  async (job, { signal, checkpoint, progress }) => {
    const syncPlaces = new Set<SyncRunProgress>();
    await runSync(deps, connectionIdOf(job), {
      signal,
      place: job.checkpoint as SyncRunProgress | null,
      keep: async (syncPlace, tx) => {
        await checkpoint(syncPlace, tx);
        syncPlaces.add(syncPlace);
      },
      progress: (done, total) => progress(done, total),
      // Only tries since its last progress count.
      triesLeft: () => syncPlaces.size > 1 || job.attempts < jobLimits.tries,
    });
    return null;
  };

const handleAnswer =
  (deps: ConnectionDeps): Handler =>
  async (job, { signal, checkpoint }) => {
    const saveCursor = (after: number): Promise<void> => checkpoint(after);
    await settleQuestion(deps, job.payload as QuestionJobInput, { signal, after: job.checkpoint as number | null, keep: saveCursor });
    return null;
  };

const handleDelivery =
  (deps: ConnectionDeps): Handler =>
  async (job) => {
    await processDelivery(deps, connectionIdOf(job), (job.payload as { body?: string }).body ?? '');
    return null;
  };

/** Jobs for connections: syncs, in their own lane; due schedules; webhook deliveries; and a regular check of each connection. */
export const connectionHandlers = (deps: ConnectionDeps, log: (error: unknown) => void): Handlers => ({
  [SYNC_JOB]: { lane: 'outside', handle: handleSync(deps), failed: messages.connections.syncFailed },
  [QUESTION_JOB]: {
    lane: 'long',
    handle: runWhileAllowed(deps.store, 'integration:manage', handleAnswer(deps)),
    failed: messages.connections.questionFailed,
  },
  ...Object.fromEntries(
    connectionKinds.map((kind) => [
      webhookJob(kind),
      { lane: 'quick' as const, handle: handleDelivery(deps), failed: messages.connections.deliveryFailed },
    ]),
  ),
  [DUE_JOB]: {
    lane: 'quick',
    handle: async (job) => {
      await startDueSync(deps, connectionIdOf(job));
      return null;
    },
  },
  [WATCH_JOB]: {
    lane: 'outside',
    handle: async () => {
      await watchConnections(deps, log);
      return null;
    },
  },
});
