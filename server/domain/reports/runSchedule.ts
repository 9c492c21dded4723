import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { scheduledRange } from '../../../contract/rules/reports.ts';
import { type ReportScheduleRow, scheduleName } from '../../db/repositories/reports/reportSchedules.ts';
import type { Repositories, Store } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { addReport } from './requestReport.ts';

const t = messages.reportRefusals;

/** The reason why its requester may not get further reports; null if they may. */
const refusalOf = async ({ users }: Repositories, { created_by }: ReportScheduleRow): Promise<string | null> => {
  const user = await users.byId(created_by);
  const person = user ? fullName(user) : '';
  if (!user?.active) return fill(t.pausedLeft, { person });
  return can({ id: String(user.id), role: user.role }, 'report:use') ? null : fill(t.pausedRight, { person });
};

/** Pauses a schedule with the reason; notifies the requester, and administrators, because the requester may have left. */
const pauseSchedule = async (tx: Repositories, row: ReportScheduleRow, reason: string, at: Date): Promise<void> => {
  await tx.reportSchedules.change(row.id, { active: false, paused_reason: reason }, at);
  await tx.schedules.remove(scheduleName(row.id));
  const words = { report: messages.reportTypeNames[row.kind], reason };
  const subject = { kind: 'reportSchedules', id: row.id } as const;
  await notify(
    tx,
    'reportPaused',
    { subject, occurrence: `paused:${row.version}`, words },
    { to: await tx.periods.peopleOf(['admin']), at },
  );
};

/** Requests the schedule's next report, or pauses it if its requester left or lost the permission (decisions 2.18). */
export const runSchedule = async (store: Store, scheduleId: number, at: Date): Promise<void> => {
  await store.transaction(async (tx) => {
    const row = await tx.reportSchedules.lock(scheduleId);
    if (!row?.active) return;
    const refusal = await refusalOf(tx, row);
    if (refusal !== null) return pauseSchedule(tx, row, refusal, at);
    const { config } = await currentConfig(tx);
    const range = scheduledRange(row.every, todayIn(config.timezone, at));
    const request = { type: row.kind, format: row.format, range, userIds: row.filters.user_ids ?? [] };
    await addReport(tx, row.created_by, { ...request, email: row.email_when_complete, scheduleId: row.id }, at);
  });
};
