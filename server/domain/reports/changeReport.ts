import type { Report } from '../../../contract/entities/report.ts';
import { type ReportEvent, reportLifecycle } from '../../../contract/lifecycles/report.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { JobRow } from '../../db/repositories/jobs/jobs.ts';
import type { ReportRow } from '../../db/repositories/reports/reports.ts';
import type { Repositories, Store } from '../../db/repositories/store.ts';
import type { Principal } from '../session/principal.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { readReportableIds } from './reportablePeople.ts';
import { goneText, mayReadReport, reportFactsOf, reportOf, stateOf } from './reportView.ts';
import { claimPlace } from './requestReport.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
const t = messages.reportRefusals;

const canStepReport = (row: ReportRow, type: ReportEvent['type']): boolean =>
  canStep(reportLifecycle, stateOf(row), { type }, reportFactsOf(row));

const findReadable = async (tx: Pick<Repositories, 'reports'>, { actor }: Principal, id: number | null): Promise<ReportRow> => {
  const row = id === null ? undefined : await tx.reports.byId(id);
  if (!row || !mayReadReport(actor, row)) throw notFoundProblem('report');
  return row;
};

/** @throws Problem 404, also for another user's report */
export const findReport = async ({ store }: Pick<Deps, 'store'>, principal: Principal, id: number | null): Promise<Report> =>
  reportOf(await findReadable(store, principal, id));

/** Checks again, because the role or team of the requester may have been reduced since the file was written. */
const assertMayStillRead = async (tx: Pick<Repositories, 'users'>, { actor }: Principal, { read_ids }: ReportRow): Promise<void> => {
  const ids = await readReportableIds(tx, actor);
  const isCovered = ids === null || read_ids?.every((id) => ids.includes(id)) === true;
  if (!isCovered) throw new Problem(403, 'report_narrowed', t.narrowed);
};

/** A file read in parts. */
export type ReportFile = Readonly<{ name: string; mediaType: string; sha256: string; size: number; parts: AsyncIterable<Uint8Array> }>;

async function* streamParts({ reportParts }: Pick<Store, 'reportParts'>, id: number): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number += 1) {
    const content = await reportParts.read(id, number);
    if (content === undefined) return;
    yield content;
  }
}

/**
 * The file, for a user who may still read its content; the download is audited (decisions 4.05).
 * @throws Problem 403, 404, 409 not_ready, 410 file_gone
 */
export const openReportFile = async (
  { store, clock }: Deps,
  principal: Principal,
  id: number | null,
  origin: Origin,
): Promise<ReportFile> => {
  const row = await findReadable(store, principal, id);
  if (stateOf(row) === 'completed' && row.size_bytes === null) throw new Problem(410, 'file_gone', goneText);
  const { file_name: name, media_type: mediaType, sha256, size_bytes: size } = row;
  if (!canStepReport(row, 'download') || name === null || mediaType === null || sha256 === null || size === null)
    throw new Problem(409, 'not_ready', t.notWritten);
  await assertMayStillRead(store, principal, row);
  const entry = { actorId: principal.userId, action: 'report.downloaded', entity: 'report', entityId: String(row.id) };
  await store.audit.write({ ...entry, after: { file: name, sha256 } }, origin, clock());
  return { name, mediaType, sha256, size, parts: streamParts(store, row.id) };
};

type Retry = (store: Store, id: number, at: Date, places: number) => Promise<JobRow | 'full' | null>;

/** Runs a failed report again. @throws Problem 404, 409 if it has not failed, 429 */
export const retryReport = async ({ store, clock }: Deps, principal: Principal, id: number | null, retry: Retry): Promise<Report> => {
  const row = await findReadable(store, principal, id);
  const createRefusal = (): Problem => new Problem(409, 'report_step', t.onlyFailed);
  if (!canStepReport(row, 'retry')) throw createRefusal();
  const places = limits.reports.unfinished;
  await claimPlace(places, async () => {
    const retried = await retry(store, row.job_id, clock(), places);
    if (retried === null) throw createRefusal();
    return retried === 'full' ? undefined : retried;
  });
  return findReport({ store }, principal, id);
};

/** Deletes a report with its file and job. @throws Problem 404, 409 while it is being written */
export const removeReport = async ({ store, clock }: Deps, principal: Principal, id: number | null, origin: Origin): Promise<void> => {
  await store.transaction(async (tx) => {
    const { job_id } = await findReadable(tx, principal, id);
    // Prevents a worker from starting the job in the meantime.
    await tx.jobs.lock(job_id);
    const row = await findReadable(tx, principal, id);
    if (!canStepReport(row, 'remove')) throw new Problem(409, 'report_step', t.writing);
    await tx.reports.remove(row);
    const entry = { actorId: principal.userId, action: 'report.deleted', entity: 'report', entityId: String(row.id) };
    await tx.audit.write({ ...entry, before: { name: row.name } }, origin, clock());
  });
};
