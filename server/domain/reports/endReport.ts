import { messages } from '../../../contract/messages.ts';
import type { JobRow } from '../../db/repositories/jobs/jobs.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';

/**
 * Tells the requester, by email too if requested, that a report is ready or failed (decisions 5.02); in the transaction that ends its job.
 */
export const notifyReportEnded = async (tx: Repositories, job: JobRow, at: Date): Promise<void> => {
  const report = await tx.reports.byJob(job.id);
  if (!report) return;
  const subject = { kind: 'report', id: report.id } as const;
  // A retried report ends again, so each attempt is a separate occurrence.
  const occurrence = `${job.state}:${job.takes}`;
  const to = [report.created_by];
  if (job.state === 'completed') {
    const words = { report: report.name };
    await notify(tx, 'reportReady', { subject, occurrence, words }, { to, at, email: report.email_when_complete });
    return;
  }
  const words = { report: report.name, reason: job.error ?? messages.reportRefusals.failed };
  await notify(tx, 'reportFailed', { subject, occurrence, words }, { to, at });
};
