import { type ImportRun, importBadges } from '../../../contract/entities/import.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { Badge } from '../../ui/display/Badge.tsx';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import type { GridColumn } from '../../ui/grid/types.ts';

const t = messages.imports;
const MINUTE_SECONDS = 60;

const textColumn = (
  key: string,
  header: string,
  width: number,
  toText: (row: ImportRun) => string,
  align?: 'end',
): GridColumn<ImportRun> => ({
  key,
  header,
  width,
  ...(align ? { align } : {}),
  cell: toText,
  text: toText,
});

const count = (value: number): string => value.toLocaleString('en-US');
const countWritten = ({ counts }: ImportRun): number => counts.new + counts.changed + counts.closed_month + counts.before_books;

const formatDuration = ({ started_at, finished_at }: Pick<ImportRun, 'started_at' | 'finished_at'>): string => {
  if (started_at === null || finished_at === null) return t.none;
  const seconds = Math.max(0, Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000));
  if (seconds < MINUTE_SECONDS) return fill(t.seconds, { count: seconds });
  return fill(t.minutes, { minutes: Math.floor(seconds / MINUTE_SECONDS), seconds: seconds % MINUTE_SECONDS });
};

/** decisions 7.07: the content, its outcome, and who started the run. */
export const importColumns: readonly GridColumn<ImportRun>[] = [
  { ...textColumn('title', t.columns.title, 190, (row) => row.title), grows: true, tip: (row) => row.title },
  textColumn('kind', t.columns.kind, 95, (row) => t.kinds[row.kind]),
  {
    key: 'state',
    header: t.columns.state,
    width: 160,
    cell: ({ state }) => <Badge severity={importBadges[state].severity}>{importBadges[state].label}</Badge>,
    text: ({ state }) => importBadges[state].label,
  },
  textColumn('rows', t.columns.rows, 90, ({ counts }) => count(counts.rows), 'end'),
  textColumn('written', t.columns.written, 90, (row) => (row.started_at === null ? t.none : count(countWritten(row))), 'end'),
  textColumn('waiting', t.columns.waiting, 100, ({ waiting }) => count(waiting), 'end'),
  textColumn('started', t.columns.started, 180, ({ started_at }) => (started_at === null ? t.none : formatInstant(started_at))),
  textColumn('duration', t.columns.duration, 110, formatDuration, 'end'),
  textColumn('who', t.columns.who, 130, (row) => row.created_by),
];
