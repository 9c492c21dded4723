import type { Statement, StatementBody, statementFormats } from '../../../contract/entities/statement.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { JobFile, JobRow, JobWithFile } from '../../db/repositories/jobs/jobs.ts';
import type { Store } from '../../db/repositories/store.ts';
import { readRange } from '../commissions/commissionQuestion.ts';
import { toShownState } from '../jobs/shownState.ts';
import type { Principal } from '../session/principal.ts';
import { forbidden, formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import type { Services } from '../shared/services.ts';

export const STATEMENT_JOB = 'commission_statement';
/** The job payload; `user_name` as of the request. */
export type StatementRequest = Readonly<{
  user_id: number;
  user_name: string;
  start_date: string;
  end_date: string;
  format: (typeof statementFormats)[number];
}>;
type Deps = Pick<Services, 'store' | 'clock'>;
const MAX_REQUESTS = 50;
const GONE_TEXT = fill(messages.statementRefusals.gone, { days: limits.statementFileDays });

export const requestOf = (job: Pick<JobRow, 'payload'>): StatementRequest => job.payload as StatementRequest;

const isGone = ({ state, file_name }: JobWithFile): boolean => state === 'completed' && file_name === null;

const statementOf = (job: JobWithFile): Statement => {
  const { user_id, user_name, start_date, end_date, format } = requestOf(job);
  return {
    id: String(job.id),
    status: toShownState(job.state),
    user_id: String(user_id),
    user_name,
    start_date,
    end_date,
    format,
    file_name: job.state === 'completed' ? job.file_name : null,
    error: toShownState(job.state) === 'failed' ? job.error : isGone(job) ? GONE_TEXT : null,
    created_at: job.created_at,
  };
};

/**
 * Limits the number of records in a PDF.
 * @throws Problem 422
 */
const assertWritable = async ({ statements }: Pick<Store, 'statements'>, { user_id, start_date, end_date, format }: StatementRequest) => {
  if (format !== 'PDF') return;
  const records = await statements.count(user_id, start_date, end_date);
  if (records <= limits.statementPdfRecords) return;
  const numbers = {
    most: limits.statementPdfRecords.toLocaleString('en-US'),
    count: records.toLocaleString('en-US'),
  };
  throw formProblem({
    format: fill(messages.statementRefusals.pdfTooLong, numbers),
  });
};

const maxUnfinished = limits.unfinishedStatements;
const tooManyStatementsProblem = (): Problem =>
  new Problem(429, 'too_many_statements', fill(messages.statements.tooMany, { most: maxUnfinished }), { retryAfter: 10 });

/**
 * Claims one of the places that limit the person's unfinished statements, and tries again if another request took it first.
 * @throws Problem 429
 */
const claimPlace = async (take: () => Promise<JobRow | undefined>): Promise<JobRow> => {
  for (let tries = 0; tries < maxUnfinished; tries += 1) {
    const job = await take();
    if (job) return job;
  }
  throw tooManyStatementsProblem();
};

/**
 * Requests a statement for a person whose commissions the actor may see; a worker writes it.
 * @throws Problem 400, 403, 404, 422, 429 if the actor has too many unfinished statements
 */
export const requestStatement = async ({ store, clock }: Deps, { actor, userId }: Principal, body: StatementBody): Promise<Statement> => {
  if (!can(actor, 'commission:read', { owner_id: body.user_id })) throw forbidden();
  const range = readRange(body.start_date, body.end_date);
  const id = rowId(body.user_id);
  const person = id === null ? undefined : await store.users.byId(id);
  if (!person) throw notFoundProblem('user');
  const request: StatementRequest = { user_id: person.id, user_name: fullName(person), ...range, format: body.format };
  await assertWritable(store, request);
  const job = await claimPlace(() => store.jobs.addInPlace(STATEMENT_JOB, request, userId, clock(), maxUnfinished));
  return statementOf({ ...job, file_name: null });
};

/** The user's requests, newest first. */
export const listStatements = async ({ store }: Pick<Deps, 'store'>, { userId }: Principal): Promise<Statement[]> =>
  (await store.jobs.listOwn(STATEMENT_JOB, userId, MAX_REQUESTS)).map(statementOf);

const findOwnJob = async ({ store }: Pick<Deps, 'store'>, { userId }: Principal, id: number | null): Promise<JobWithFile> => {
  const job = id === null ? undefined : await store.jobs.ownById(STATEMENT_JOB, userId, id);
  if (!job) throw notFoundProblem('statement');
  return job;
};

/** @throws Problem 404, also for another user's request */
export const findStatement = async (deps: Pick<Deps, 'store'>, principal: Principal, id: number | null): Promise<Statement> =>
  statementOf(await findOwnJob(deps, principal, id));

/**
 * The file, for a user who may still see the person's commissions; the download is audited (decisions 4.05).
 * @throws Problem 403, 404, 409 not_ready, 410 file_gone
 */
export const openStatementFile = async (deps: Deps, principal: Principal, id: number | null, origin: Origin): Promise<JobFile> => {
  const job = await findOwnJob(deps, principal, id);
  if (!can(principal.actor, 'commission:read', { owner_id: String(requestOf(job).user_id) })) throw forbidden();
  if (isGone(job)) throw new Problem(410, 'file_gone', GONE_TEXT);
  const file = job.state === 'completed' ? await deps.store.jobs.fileOf(job.id) : undefined;
  if (!file) throw new Problem(409, 'not_ready', messages.statementRefusals.notWritten);
  const entry = { actorId: principal.userId, action: 'statement.downloaded', entity: 'statement', entityId: String(job.id) };
  await deps.store.audit.write({ ...entry, after: { file: file.name, sha256: file.sha256 } }, origin, deps.clock());
  return file;
};

/** @throws Problem 404, 409 if it has not failed, 429 */
export const retryStatement = async (
  deps: Deps,
  principal: Principal,
  id: number | null,
  retry: (store: Deps['store'], id: number, at: Date, places: number) => Promise<JobRow | 'full' | null>,
): Promise<Statement> => {
  const { id: jobId } = await findOwnJob(deps, principal, id);
  const job = await claimPlace(async () => {
    const retried = await retry(deps.store, jobId, deps.clock(), maxUnfinished);
    if (retried === null) throw new Problem(409, 'statement_step', messages.statementRefusals.onlyFailed);
    return retried === 'full' ? undefined : retried;
  });
  return statementOf({ ...job, file_name: null });
};
