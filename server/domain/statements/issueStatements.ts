import type { IssuedStatement } from '../../../contract/entities/periodReview.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { IssuedRow } from '../../db/repositories/statements/issued.ts';
import type { Repositories } from '../../db/repositories/store.ts';

export const ISSUE_JOB = 'issue_statements';
type IssueRequest = Readonly<{ month: Day; runId: number | null; userIds: readonly number[] }>;
export type IssuedState = IssuedStatement['state'];

export const issuedStateOf = ({ name, job_state, reopened }: Pick<IssuedRow, 'name' | 'job_state' | 'reopened'>): IssuedState => {
  if (name !== null) return reopened ? 'outdated' : 'written';
  return job_state === null || job_state === 'failed' || job_state === 'cancelled' || job_state === 'completed' ? 'failed' : 'waiting';
};

/**
 * Issues a month's statements, all written by one job; call it in the transaction of the closing or the run's approval.
 * @returns false if nobody gets one
 */
export const issueStatements = async (
  { jobs, issued, setup }: Pick<Repositories, 'jobs' | 'issued' | 'setup'>,
  { month, runId, userIds }: IssueRequest,
  author: Readonly<{ actorId: number; at: Date }>,
): Promise<boolean> => {
  // Months before go-live are closed without statements (decisions 8.07).
  if (userIds.length === 0 || !(await setup.isLive())) return false;
  const job = await jobs.add(ISSUE_JOB, { month, run_id: runId }, author.actorId, author.at);
  await issued.issue({ month, runId, jobId: job.id }, userIds, author.at);
  return true;
};
