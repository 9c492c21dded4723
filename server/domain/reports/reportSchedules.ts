import type { ReportSchedule, ScheduleBody, ScheduleRhythm } from '../../../contract/entities/report.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { scheduleForm } from '../../../contract/forms/report.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { type ReportScheduleRow, scheduleName } from '../../db/repositories/reports/reportSchedules.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { occurrenceAt } from '../jobs/occurrence.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { mayReadReport } from './reportView.ts';
import { checkReportPeople } from './requestReport.ts';

export const SCHEDULED_REPORT_JOB = 'scheduled_report';
/** The payload of a scheduled report's job. */
export type ScheduledReport = Readonly<{ schedule_id: number }>;
type Deps = Pick<Services, 'store' | 'clock'>;
const t = messages.reportRefusals;

/** Early morning in the company's time zone: every day, on Mondays, or on the first of the month. */
const calendars: Readonly<Record<ScheduleRhythm, string>> = { day: '0 5 * * *', week: '0 5 * * 1', month: '0 5 1 * *' };

const scheduleOf = (row: ReportScheduleRow): ReportSchedule => ({
  id: String(row.id),
  type: row.kind,
  format: row.format,
  every: row.every,
  people: [...row.people],
  email_when_complete: row.email_when_complete,
  active: row.active,
  paused_reason: row.paused_reason,
  next_at: row.active ? row.next_at : null,
  created_by: fullName(row),
  version: row.version,
});

/** Adds the schedule to the scheduler, or removes it. Past occurrences count as done. */
const plan = async (tx: Repositories, { id, every, active, created_by }: Planned, at: Date): Promise<void> => {
  const name = scheduleName(id);
  if (!active) return tx.schedules.remove(name);
  const payload = { schedule_id: id } satisfies ScheduledReport;
  const calendar = calendars[every];
  await tx.schedules.ensure({ name, kind: SCHEDULED_REPORT_JOB, payload, calendar, userId: created_by }, at);
  const zone = (await currentConfig(tx)).config.timezone;
  const last = occurrenceAt({ calendar }, zone, at);
  if (last) await tx.schedules.startAfter(name, { ...last, zone });
};
type Planned = Pick<ReportScheduleRow, 'id' | 'every' | 'active' | 'created_by'>;

/** The user's schedules; administrators see everyone's. */
export const listSchedules = async ({ store }: Pick<Deps, 'store'>, { actor, userId }: Principal): Promise<ReportSchedule[]> => {
  const all = can(actor, 'report:read', { owner_id: '\u0000stranger' });
  return (await store.reportSchedules.list(all ? null : userId)).map(scheduleOf);
};

const findReadable = async (tx: Repositories, actor: Actor, id: number | null): Promise<ReportScheduleRow> => {
  const row = id === null ? undefined : await tx.reportSchedules.lock(id);
  if (!row || !mayReadReport(actor, row)) throw notFoundProblem('report schedule');
  return row;
};

/** @throws Problem 403 for people the user may not read, 409 if the user has too many, 422 */
export const addSchedule = async (
  { store, clock }: Deps,
  principal: Principal,
  body: ScheduleBody,
  origin: Origin,
): Promise<ReportSchedule> => {
  const userIds = await checkReportPeople(store, principal, body.user_ids);
  await checkForm(scheduleForm, body);
  const at = clock();
  return store.transaction(async (tx) => {
    const maxSchedules = limits.reports.schedules;
    // Locked, so that of two concurrent requests by one user the second counts the first.
    await tx.facts.lockPeople([principal.userId]);
    if ((await tx.reportSchedules.list(principal.userId)).length >= maxSchedules)
      throw new Problem(409, 'too_many_schedules', fill(t.scheduleMost, { most: maxSchedules }));
    const id = await tx.reportSchedules.add({
      created_by: principal.userId,
      kind: body.type,
      format: body.format,
      filters: JSON.stringify({ user_ids: userIds }),
      every: body.every,
      email_when_complete: body.email_when_complete ?? false,
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
    });
    await plan(tx, { id, every: body.every, active: true, created_by: principal.userId }, at);
    const entry = { actorId: principal.userId, action: 'report_schedule.added', entity: 'report_schedule', entityId: String(id) };
    await tx.audit.write({ ...entry, after: { type: body.type, format: body.format, every: body.every } }, origin, at);
    return scheduleOf(await findReadable(tx, principal.actor, id));
  });
};

type SeenVersion = Readonly<{ id: number | null; version: number }>;

/** Pauses or resumes a schedule. @throws Problem 404, 409 stale_version */
export const changeSchedule = async (
  { store, clock }: Deps,
  principal: Principal,
  { id, version, active }: SeenVersion & Readonly<{ active: boolean }>,
  origin: Origin,
): Promise<ReportSchedule> => {
  const at = clock();
  return store.transaction(async (tx) => {
    const row = await findReadable(tx, principal.actor, id);
    if (row.version !== version) throw new Problem(409, 'stale_version', t.scheduleStale, { current: scheduleOf(row) });
    await tx.reportSchedules.change(row.id, { active, paused_reason: null }, at);
    await plan(tx, { ...row, active }, at);
    const action = `report_schedule.${active ? 'resumed' : 'paused'}`;
    await tx.audit.write({ actorId: principal.userId, action, entity: 'report_schedule', entityId: String(row.id) }, origin, at);
    return scheduleOf(await findReadable(tx, principal.actor, row.id));
  });
};

/** Deletes a schedule; its reports remain. @throws Problem 404 */
export const removeSchedule = async ({ store, clock }: Deps, principal: Principal, id: number | null, origin: Origin): Promise<void> => {
  const at = clock();
  await store.transaction(async (tx) => {
    const row = await findReadable(tx, principal.actor, id);
    await plan(tx, { ...row, active: false }, at);
    await tx.reportSchedules.remove(row.id);
    const entry = { actorId: principal.userId, action: 'report_schedule.deleted', entity: 'report_schedule', entityId: String(row.id) };
    await tx.audit.write({ ...entry, before: { type: row.kind, every: row.every } }, origin, at);
  });
};
