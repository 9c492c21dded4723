import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise, type SnapshotFrom } from 'xstate';
import type { Report, ReportBody } from '../../../contract/entities/report.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { fileJobOf } from '../../machines/jobs/fileJob.machine.ts';
import { saveFile } from '../../services/browser.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { toFraction } from './reportNames.ts';
import type { Reports } from './useReports.ts';

const { form: text } = messages.reports;
/** The job's known fields; complete after the first status check. */
type Job = Pick<Report, 'id' | 'status'> & Partial<Report>;
const createReportJob = () => fileJobOf<ReportBody, Job>();

/** The minimum fraction, so that the bar is never empty. */
const MIN_FRACTION = 0.05;

const writingText = ({ progress }: Partial<Report>): string =>
  progress?.total
    ? fill(text.rows, { done: progress.done.toLocaleString('en-US'), total: progress.total.toLocaleString('en-US') })
    : text.processing;

/** Maps a snapshot to the dialog's view: one progress sentence and the available actions. */
const connectReport = (snapshot: SnapshotFrom<ReturnType<typeof createReportJob>>) => {
  const { job, error } = snapshot.context;
  const isReady = snapshot.matches('completed') || snapshot.matches('downloading');
  const progress = (): string | null => {
    if (snapshot.matches('requesting') || snapshot.matches('retrying')) return text.requesting;
    if (snapshot.matches('waiting') || snapshot.matches('checking')) return job?.status === 'processing' ? writingText(job) : text.queued;
    return isReady ? fill(text.completed, { name: job?.name ?? messages.reports.title }) : null;
  };
  return {
    editing: snapshot.matches('editing') || snapshot.matches('requesting'),
    progress: progress(),
    done: Math.max(MIN_FRACTION, (job?.progress && toFraction({ progress: job.progress })) ?? 0),
    error,
    busy: ['requesting', 'waiting', 'checking', 'retrying'].some((state) => snapshot.matches(state as 'waiting')),
    ready: isReady,
    downloading: snapshot.matches('downloading'),
    canRetry: snapshot.can({ type: 'file.retry' }),
    canRestart: snapshot.can({ type: 'file.restart' }),
  };
};

/** Connects the new report dialog to the server and the browser download; the list reloads for accepted and finished reports. */
export const useReportJob = ({ service, requested }: Pick<Reports, 'service' | 'requested'>) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `requested` sends to the same actor while the screen is mounted.
  const machine = useMemo(
    () =>
      createReportJob().provide({
        actors: {
          requestJob: fromPromise(async ({ input }) => {
            const acceptedJob = await service.request(input.body);
            requested();
            return acceptedJob;
          }),
          checkJob: fromPromise(({ input, signal }) => service.one(input.id, signal)),
          retryJob: fromPromise(({ input }) => service.retry(input.id)),
          downloadFile: fromPromise(async ({ input: { job } }) =>
            saveFile(job.file_name ?? `report-${job.id}`, await service.file(job.id)),
          ),
        },
      }),
    [service],
  );
  const ref = useMachineRef(machine, messages.reportJob);
  return {
    ...useSelector(ref, connectReport, (a, b) => JSON.stringify(a) === JSON.stringify(b)),
    request: (body: ReportBody) => ref.send({ type: 'file.request', body }),
    retry: () => ref.send({ type: 'file.retry' }),
    download: () => ref.send({ type: 'file.download' }),
    restart: () => ref.send({ type: 'file.restart' }),
  };
};
