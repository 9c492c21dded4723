import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise, type SnapshotFrom } from 'xstate';
import type { Statement, StatementBody } from '../../../../contract/entities/statement.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useApp } from '../../../app/context.ts';
import { fileJobOf } from '../../../machines/jobs/fileJob.machine.ts';
import { saveFile } from '../../../services/browser.ts';
import { createStatements } from '../../../services/statements.ts';

const t = messages.statements;
const { failed, requestFailed, checkFailed, downloadFailed } = t;
const errorMessages = { failed, requestFailed, checkFailed, downloadFailed };

/** The job's known fields; complete after the first status check. */
type Job = Pick<Statement, 'id' | 'status'> & Partial<Statement>;
const createStatementJob = () => fileJobOf<StatementBody, Job>();

/** How far each step fills the progress bar, as a fraction. */
const REQUESTED_FRACTION = 0.1;
const QUEUED_FRACTION = 0.3;
const WRITING_FRACTION = 0.65;

/** Maps a snapshot to the dialog's view: one progress sentence and the available actions. */
const connectStatement = (snapshot: SnapshotFrom<ReturnType<typeof createStatementJob>>) => {
  const { job, error } = snapshot.context;
  const file = job?.file_name ?? messages.commissions.quickStatement;
  const progress = (): string | null => {
    if (snapshot.matches('requesting') || snapshot.matches('retrying')) return t.requesting;
    if (snapshot.matches('waiting') || snapshot.matches('checking')) return job?.status === 'processing' ? t.processing : t.queued;
    if (snapshot.matches('completed') || snapshot.matches('downloading')) return fill(t.completed, { file });
    return null;
  };
  return {
    canOpen: snapshot.can({ type: 'file.open', job: { id: '', status: 'queued' } }),
    editing: snapshot.matches('editing') || snapshot.matches('requesting'),
    progress: progress(),
    /** Progress as a fraction. */
    done:
      snapshot.matches('requesting') || snapshot.matches('retrying')
        ? REQUESTED_FRACTION
        : job?.status === 'processing'
          ? WRITING_FRACTION
          : QUEUED_FRACTION,
    error,
    busy: ['requesting', 'waiting', 'checking', 'retrying'].some((state) => snapshot.matches(state as 'waiting')),
    ready: snapshot.matches('completed') || snapshot.matches('downloading'),
    downloading: snapshot.matches('downloading'),
    canRetry: snapshot.can({ type: 'file.retry' }),
    canRestart: snapshot.can({ type: 'file.restart' }),
  };
};

/** Connects the statement dialog to the server and the browser download. */
export const useStatement = () => {
  const { http, inspect } = useApp();
  const machine = useMemo(() => {
    const service = createStatements(http);
    return createStatementJob().provide({
      actors: {
        requestJob: fromPromise(({ input }) => service.request(input.body)),
        checkJob: fromPromise(({ input, signal }) => service.check(input.id, signal)),
        retryJob: fromPromise(({ input }) => service.retry(input.id)),
        downloadFile: fromPromise(async ({ input: { job } }) => {
          const name = job.file_name ?? `statement-${job.id}`;
          saveFile(name, await service.file(job.id));
        }),
      },
    });
  }, [http]);
  const ref = useActorRef(machine, { input: errorMessages, ...(inspect ? { inspect } : {}) });
  return {
    ...useSelector(ref, connectStatement, (a, b) => JSON.stringify(a) === JSON.stringify(b)),
    open: (job: Statement) => ref.send({ type: 'file.open', job }),
    request: (body: StatementBody) => ref.send({ type: 'file.request', body }),
    retry: () => ref.send({ type: 'file.retry' }),
    download: () => ref.send({ type: 'file.download' }),
    restart: () => ref.send({ type: 'file.restart' }),
  };
};
