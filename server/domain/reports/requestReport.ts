import type { Report, ReportBody, ReportFormat, ReportType } from '../../../contract/entities/report.ts';
import { reportForm } from '../../../contract/forms/report.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { reportName } from '../../../contract/rules/reports.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { readRange } from '../commissions/commissionQuestion.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { readReportableIds } from './reportablePeople.ts';
import { reportOf } from './reportView.ts';

export const REPORT_JOB = 'report';
/** A validated request. `scheduleId`: null for a manual one. */
export type ReportRequest = Readonly<{
  type: ReportType;
  format: ReportFormat;
  range: DateRange;
  userIds: readonly number[];
  email: boolean;
  scheduleId: number | null;
}>;

const tooManyReportsProblem = (places: number): Problem =>
  new Problem(429, 'too_many_reports', fill(messages.reportRefusals.tooMany, { most: places }), { retryAfter: 10 });

/**
 * Claims one of the places that limit the requester's unfinished reports, and tries again if another request took it first.
 * @throws Problem 429
 */
export const claimPlace = async <T>(places: number, take: () => Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < places; tries += 1) {
    const result = await take();
    if (result !== undefined) return result;
  }
  throw tooManyReportsProblem(places);
};

/** Creates a report with its job. @throws Problem 429 */
export const addReport = async (tx: Repositories, requester: number, request: ReportRequest, at: Date): Promise<number> => {
  const places = request.scheduleId === null ? limits.reports.unfinished : limits.reports.unfinishedScheduled;
  const job = await claimPlace(places, () => tx.jobs.addInPlace(REPORT_JOB, {}, requester, at, places));
  return tx.reports.add({
    job_id: job.id,
    name: reportName(request.type, request.range),
    type: request.type,
    format: request.format,
    ...request.range,
    user_ids: [...request.userIds],
    email_when_complete: request.email,
    created_by: requester,
    schedule_id: request.scheduleId,
    created_at: at.toISOString(),
  });
};

/**
 * Validates the people of a filter: they must exist, and the actor may read them. Only actors who may read everyone learn who does not
 * exist; others get the same error as for people they may not read.
 * @throws Problem 403, 422 naming the field
 */
export const checkReportPeople = async (
  tx: Pick<Repositories, 'users' | 'reportFigures'>,
  { actor }: Principal,
  ids: readonly string[] = [],
): Promise<number[]> => {
  const requestedIds = [...new Set(ids.map(Number))];
  if (requestedIds.length === 0) return [];
  const readable = await readReportableIds(tx, actor);
  if (readable !== null && requestedIds.some((id) => !readable.includes(id)))
    throw new Problem(403, 'forbidden', messages.reportRefusals.notYours, { errors: { user_ids: messages.reportRefusals.notYours } });
  const people = await tx.reportFigures.people(requestedIds);
  if (people.length < requestedIds.length) throw formProblem({ user_ids: messages.reportFormText.personUnknown });
  return requestedIds;
};

/**
 * Requests a report, which a worker writes.
 * @throws Problem 403 for people the requester may not read, 422, 429 if the requester has too many unfinished reports
 */
export const requestReport = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  principal: Principal,
  body: ReportBody,
): Promise<Report> => {
  const userIds = await checkReportPeople(store, principal, body.user_ids);
  await checkForm(reportForm, body);
  const { type, format } = body;
  const request: ReportRequest = {
    type,
    format,
    range: readRange(body.start_date, body.end_date),
    userIds,
    email: body.email_when_complete ?? false,
    scheduleId: null,
  };
  return store.transaction(async (tx) => {
    const row = await tx.reports.byId(await addReport(tx, principal.userId, request, clock()));
    if (!row) throw notFoundProblem('report');
    return reportOf(row);
  });
};
