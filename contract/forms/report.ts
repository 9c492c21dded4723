import { array, boolean, type InferType, object, string } from 'yup';
import { reportFormats, reportTypes, scheduleRhythms } from '../entities/report.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { type Day, daysIn, isDay } from '../rules/time/period.ts';

const t = messages.reportFormText;
const commonFields = {
  type: string().oneOf(reportTypes).default('commission_summary').required(),
  format: string().oneOf(reportFormats).default('PDF').required(),
  user_ids: array().of(string().required()).default([]),
  email_when_complete: boolean().default(false).required(),
};
const fitsTypedRange = (start: unknown, end: Day): boolean =>
  !isDay(start) || end < start || daysIn({ start_date: start, end_date: end }) <= limits.reports.maxDays;

/** Generate Report (spec 2.59): at most ten years. */
export const reportForm = object({
  ...commonFields,
  start_date: string().default('').test('day', t.dayInvalid, isDay),
  end_date: string()
    .default('')
    .test('day', t.dayInvalid, isDay)
    .test('order', t.endBeforeStart, (value, { parent }) => !isDay(parent.start_date) || value >= parent.start_date)
    .test('years', t.tooLong, (value, { parent }) => fitsTypedRange(parent.start_date, value)),
});
export type ReportForm = InferType<typeof reportForm>;

/** A scheduled report has no days: they follow from its frequency. */
export const scheduleForm = object({ ...commonFields, every: string().oneOf(scheduleRhythms).default('month').required() });
export type ScheduleForm = InferType<typeof scheduleForm>;
