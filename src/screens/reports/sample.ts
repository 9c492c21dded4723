import type { Report } from '../../../contract/entities/report.ts';
import { messages } from '../../../contract/messages.ts';
import type { PageRequest } from '../../services/pages.ts';
import type { PageOfReports } from '../../services/reports.ts';

const t = messages.reportsSample;
const blankReport: Omit<Report, 'id' | 'name' | 'type' | 'created_by' | 'created_at' | 'status' | 'format' | 'actions'> = {
  size: null,
  start_date: '2026-01-01',
  end_date: '2026-01-31',
  people: [],
  rows: null,
  progress: null,
  file_name: null,
  error: null,
  email_when_complete: false,
  schedule_id: null,
  version: 1,
};

/** spec 2.59, 3.21: sample reports, tagged as such, for a provider without the reports feature. */
const rows: readonly Report[] = [
  {
    ...blankReport,
    id: '1',
    name: t.summary,
    type: 'commission_summary',
    created_by: t.john,
    created_at: '2026-01-31T16:30:00Z',
    status: 'completed',
    size: 2_516_582,
    format: 'PDF',
    actions: ['download', 'remove'],
  },
  {
    ...blankReport,
    id: '2',
    name: t.performance,
    type: 'performance_analysis',
    created_by: t.sarah,
    created_at: '2026-01-30T14:15:00Z',
    status: 'processing',
    format: 'XLSX',
    actions: [],
  },
  {
    ...blankReport,
    id: '3',
    name: t.pipeline,
    type: 'pipeline_report',
    created_by: t.mike,
    created_at: '2026-01-29T10:00:00Z',
    status: 'completed',
    size: 838_861,
    format: 'CSV',
    actions: ['download', 'remove'],
  },
  {
    ...blankReport,
    id: '4',
    name: t.territory,
    type: 'territory_analysis',
    created_by: t.sarah,
    created_at: '2026-01-28T09:45:00Z',
    status: 'failed',
    error: t.failed,
    format: 'PDF',
    actions: ['retry', 'remove'],
  },
  {
    ...blankReport,
    id: '5',
    name: t.quota,
    type: 'quota_tracking',
    created_by: t.john,
    created_at: '2026-01-27T17:20:00Z',
    status: 'queued',
    format: 'XLSX',
    actions: ['remove'],
  },
];

const sortValue = (report: Report, key: string): string | number =>
  key === 'size' ? (report.size ?? -1) : key === 'name' ? report.name.toLowerCase() : report.created_at;
const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** Answers the list's queries from the sample data: filters, search and sort work here too. */
export const sampleReportsPage = ({ question }: PageRequest): PageOfReports => {
  const {
    type = '',
    status = '',
    format = '',
    search = '',
    sort_field: field = 'created_at',
    sort_direction: direction = 'desc',
  } = question;
  const matches = rows
    .filter((row) => (type === '' || row.type === type) && (status === '' || row.status === status))
    .filter((row) => format === '' || row.format === format)
    .filter((row) => `${row.name} ${row.created_by}`.toLowerCase().includes(search.trim().toLowerCase()));
  const sign = direction === 'asc' ? 1 : -1;
  const data = matches.toSorted((a, b) => sign * compare(sortValue(a, field), sortValue(b, field)));
  return { data, pagination: { cursor: null, limit: rows.length, total: data.length } };
};

export const sampleReport = (id: string): Report | undefined => rows.find((row) => row.id === id);
