import {
  type Report,
  type ReportSchedule,
  reportFormats,
  reportSortFields,
  reportStateBadges,
  reportStates,
  reportTypes,
  scheduleRhythms,
} from '../../../contract/entities/report.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';
import { NONE } from '../../ui/display/format.ts';

const t = messages.reports;
const isOneOf = (values: readonly string[]) => (value: string) => values.includes(value);
type Option = Readonly<{ value: string; label: string }>;

/** The `rows` parameters open a report, a new one (`new`), or all schedules (`all`). */
export const reportNames: ListNames = {
  filters: {
    type: { name: 'type', accepts: isOneOf(reportTypes) },
    status: { name: 'status', accepts: isOneOf(reportStates) },
    format: { name: 'format', accepts: isOneOf(reportFormats) },
  },
  search: 'search',
  page: 'page',
  sort: { name: 'sort', keys: reportSortFields },
  rows: { '': 'report', generate: 'generate', schedules: 'schedules' },
};
export const NEW_REPORT = 'new';
export const ALL_REPORTS = 'all';

export const reportTypeOptions: readonly Option[] = reportTypes.map((value) => ({ value, label: messages.reportTypeNames[value] }));
export const formatOptions: readonly Option[] = reportFormats.map((value) => ({ value, label: messages.reportFormatNames[value] }));
export const rhythmOptions: readonly Option[] = scheduleRhythms.map((value) => ({ value, label: messages.reportSchedules.rhythms[value] }));
const stateOptions: readonly Option[] = reportStates.map((value) => ({ value, label: reportStateBadges[value].label }));

/** The filter options above the list; the first one of each filter shows everything. */
export const filterOptions: Readonly<Record<'type' | 'status' | 'format', readonly Option[]>> = {
  type: [{ value: '', label: t.allTypes }, ...reportTypeOptions],
  status: [{ value: '', label: t.allStates }, ...stateOptions],
  format: [{ value: '', label: t.allFormats }, ...formatOptions],
};
export const reportsFilterLabel = (key: string, value: string): string =>
  filterOptions[key as 'type'].find((option) => option.value === value)?.label ?? value;

const BYTES_PER_KB = 1024;
/** 12,900 bytes become 12.6 KB. */
export const formatFileSize = (bytes: number | null): string => {
  if (bytes === null) return NONE;
  if (bytes < BYTES_PER_KB) return fill(t.sizes.bytes, { size: bytes });
  const [unit, size] =
    bytes < BYTES_PER_KB * BYTES_PER_KB ? [t.sizes.kilo, bytes / BYTES_PER_KB] : [t.sizes.mega, bytes / BYTES_PER_KB / BYTES_PER_KB];
  return fill(unit, { size: size.toFixed(1) });
};

export const isUnfinished = ({ status }: Pick<Report, 'status'>): boolean => status === 'queued' || status === 'processing';

/** Progress as a fraction; null if unknown. */
export const toFraction = ({ progress }: Pick<Report, 'progress'>): number | null =>
  progress === null || progress.total === null || progress.total === 0 ? null : progress.done / progress.total;

export const getScheduleTitle = ({ type, every }: Pick<ReportSchedule, 'type' | 'every'>): string =>
  fill(messages.reportSchedules.name, { type: messages.reportTypeNames[type], every: messages.reportSchedules.rhythms[every] });
