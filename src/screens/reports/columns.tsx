import { type Report, reportStateBadges } from '../../../contract/entities/report.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ReportRowAction } from '../../machines/reports/reports.machine.ts';
import { PersonLink } from '../../shared/people/PersonLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatPercent } from '../../ui/display/format.ts';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import type { CardContent } from '../../ui/display/RowCard.tsx';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { formatFileSize, toFraction } from './reportNames.ts';

const t = messages.reports;
const { columns } = t;

const textColumn = (
  key: keyof typeof columns,
  width: number,
  toText: (row: Report) => string,
  options: Partial<GridColumn<Report>> = {},
): GridColumn<Report> => ({ key, header: columns[key], width, cell: toText, text: toText, ...options });

type ActionProps = Readonly<{ acting: boolean; onAct: (action: ReportRowAction) => void }>;

function RowActions({ report, acting, onAct }: ActionProps & { report: Report }) {
  return (
    <span className="report-row-actions">
      {report.actions.map((kind) => (
        <Button
          key={kind}
          size="small"
          severity="secondary"
          unavailable={acting}
          aria-label={fill(t.actOn, { action: t.actions[kind], name: report.name })}
          onClick={(event) => {
            event.stopPropagation();
            onAct({ kind, report });
          }}
        >
          {t.actions[kind]}
        </Button>
      ))}
    </span>
  );
}

const statusText = (report: Report): string => {
  const { label } = reportStateBadges[report.status];
  const share = toFraction(report);
  return share === null ? label : `${label}, ${formatPercent(share)}`;
};

const statusBadge = (report: Report) => <CellBadge severity={reportStateBadges[report.status].severity}>{statusText(report)}</CellBadge>;

/** The phone card: name, date and state. */
export const toReportCard = (report: Report, actionProps: ActionProps): CardContent => ({
  title: report.name,
  figure: messages.reportFormatNames[report.format],
  lines: [
    [messages.reportTypeNames[report.type], formatFileSize(report.size)].filter(Boolean).join(' · '),
    [formatInstant(report.created_at), report.created_by].join(' · '),
    report.error,
    statusBadge(report),
  ],
  actions: <RowActions report={report} {...actionProps} />,
});

/** spec 2.59, 3.21 */
export const reportColumns = (actionProps: ActionProps): readonly GridColumn<Report>[] => [
  textColumn('name', 160, ({ name }) => name, {
    grows: true,
    sortable: true,
    cell: ({ name }) => <span className="grid-lines">{name}</span>,
    tip: ({ name }) => name,
  }),
  textColumn('type', 168, ({ type }) => messages.reportTypeNames[type]),
  textColumn('created_by', 116, ({ created_by }) => created_by, {
    cell: ({ created_by_id: id, created_by: name }) => <PersonLink id={id} name={name} />,
  }),
  textColumn('created_at', 168, ({ created_at }) => formatInstant(created_at), { sortable: true, text: ({ created_at }) => created_at }),
  textColumn('status', 120, statusText, {
    cell: statusBadge,
    tip: ({ error }) => error,
  }),
  textColumn('size', 74, ({ size }) => formatFileSize(size), { sortable: true, align: 'end' }),
  textColumn('format', 62, ({ format }) => messages.reportFormatNames[format]),
  textColumn('actions', 190, () => '', { pinned: 'wideEnd', cell: (report) => <RowActions report={report} {...actionProps} /> }),
];
/** Columns of the list's export: no buttons. */
export const reportExportColumns: readonly GridColumn<Report>[] = reportColumns({ acting: false, onAct: () => {} }).slice(0, -1);
export const reportColumnKeys: readonly string[] = reportColumns({ acting: false, onAct: () => {} }).map(({ key }) => key);
