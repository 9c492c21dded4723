import type { ReportSchedule } from '../../../../contract/entities/report.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { NONE } from '../../../ui/display/format.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { CellBadge } from '../../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { getScheduleTitle } from '../reportNames.ts';
import type { ScheduleAction } from '../useSchedules.ts';

const t = messages.reportSchedules;
const { columns } = t;

const textColumn = (
  key: keyof typeof columns,
  width: number,
  toText: (row: ReportSchedule) => string,
  options: Partial<GridColumn<ReportSchedule>> = {},
): GridColumn<ReportSchedule> => ({ key, header: columns[key], width, cell: toText, text: toText, ...options });

type ActionProps = Readonly<{ acting: boolean; onAct: (action: ScheduleAction) => void }>;

function RowActions({ schedule, acting, onAct }: ActionProps & { schedule: ReportSchedule }) {
  return (
    <span className="report-row-actions">
      {([schedule.active ? 'pause' : 'resume', 'remove'] as const).map((kind) => (
        <Button
          key={kind}
          size="small"
          severity="secondary"
          unavailable={acting}
          aria-label={fill(t.actOn, { action: t.actions[kind], name: getScheduleTitle(schedule) })}
          onClick={() => onAct({ kind, schedule })}
        >
          {t.actions[kind]}
        </Button>
      ))}
    </span>
  );
}

/** An automatic pause shows its reason. */
const statusText = ({ active, paused_reason }: ReportSchedule): string => paused_reason ?? (active ? t.active : t.paused);

export const scheduleColumns = (actionProps: ActionProps): readonly GridColumn<ReportSchedule>[] => [
  textColumn('type', 170, ({ type }) => messages.reportTypeNames[type]),
  textColumn('every', 178, ({ every }) => t.rhythms[every]),
  textColumn('format', 80, ({ format }) => messages.reportFormatNames[format]),
  textColumn('people', 130, ({ people }) => people.join(', ') || messages.reports.form.everybody, {
    grows: true,
    tip: ({ people }) => people.join(', '),
  }),
  textColumn('next_at', 182, ({ next_at }) => (next_at === null ? NONE : formatInstant(next_at))),
  textColumn('status', 150, statusText, {
    cell: (schedule) => <CellBadge severity={schedule.active ? 'success' : 'warning'}>{statusText(schedule)}</CellBadge>,
    tip: ({ paused_reason }) => paused_reason,
  }),
  textColumn('created_by', 150, ({ created_by }) => created_by),
  textColumn('actions', 184, () => '', { pinned: 'wideEnd', cell: (schedule) => <RowActions schedule={schedule} {...actionProps} /> }),
];
export const scheduleKeys: readonly string[] = scheduleColumns({ acting: false, onAct: () => {} }).map(({ key }) => key);
