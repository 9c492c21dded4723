import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise, type SnapshotFrom } from 'xstate';
import type { Statement, StatementBody } from '../../../../contract/entities/statement.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useApp } from '../../../app/context.ts';
import { statementMachine } from '../../../machines/statements/statement.machine.ts';
import { saveFile } from '../../../services/browser.ts';
import { createStatements } from '../../../services/statements.ts';

const text = messages.statements;

/** Steps of a job on its bar, fractions. */
const ASKED = 0.1;
const QUEUED = 0.3;
const WRITING = 0.65;

/** Snapshot → what the dialog shows: one sentence of where the job is, and what can be done now. */
const connectStatement = (snapshot: SnapshotFrom<typeof statementMachine>) => {
  const { job, error } = snapshot.context;
  const file = job?.file_name ?? messages.commissions.quickStatement;
  const progress = (): string | null => {
    if (snapshot.matches('requesting') || snapshot.matches('retrying')) return text.requesting;
    if (snapshot.matches('waiting') || snapshot.matches('checking')) return job?.status === 'processing' ? text.processing : text.queued;
    if (snapshot.matches('completed') || snapshot.matches('downloading')) return fill(text.completed, { file });
    return null;
  };
  return {
    canOpen: snapshot.can({ type: 'statement.open', job: { id: '', status: 'queued' } }),
    editing: snapshot.matches('editing') || snapshot.matches('requesting'),
    progress: progress(),
    /** How far it is, a fraction. */
    done: snapshot.matches('requesting') || snapshot.matches('retrying') ? ASKED : job?.status === 'processing' ? WRITING : QUEUED,
    error,
    busy: ['requesting', 'waiting', 'checking', 'retrying'].some((state) => snapshot.matches(state as 'waiting')),
    ready: snapshot.matches('completed') || snapshot.matches('downloading'),
    downloading: snapshot.matches('downloading'),
    canRetry: snapshot.can({ type: 'statement.retry' }),
    canRestart: snapshot.can({ type: 'statement.restart' }),
  };
};

/** Binds the statement dialog to the server and to the browser's download. */
export const useStatement = () => {
  const { http, inspect } = useApp();
  const machine = useMemo(() => {
    const service = createStatements(http);
    return statementMachine.provide({
      actors: {
        requestStatement: fromPromise(async ({ input }) => {
          if (!input.body) throw new Error('no statement was asked for');
          return service.request(input.body);
        }),
        checkStatement: fromPromise(({ input, signal }) => service.check(input.id, signal)),
        retryStatement: fromPromise(({ input }) => service.retry(input.id)),
        downloadFile: fromPromise(async ({ input: { job } }) => {
          if (!job) throw new Error('no statement to download');
          const name = job.file_name ?? `statement-${job.id}`;
          saveFile(name, await service.file(job.id));
        }),
      },
    });
  }, [http]);
  const ref = useActorRef(machine, inspect ? { inspect } : {});
  return {
    ...useSelector(ref, connectStatement, (a, b) => JSON.stringify(a) === JSON.stringify(b)),
    open: (job: Statement) => ref.send({ type: 'statement.open', job }),
    request: (body: StatementBody) => ref.send({ type: 'statement.request', body }),
    retry: () => ref.send({ type: 'statement.retry' }),
    download: () => ref.send({ type: 'statement.download' }),
    restart: () => ref.send({ type: 'statement.restart' }),
  };
};
