import '../../../ui/display/facts.css';
import { type Report, reportStateBadges } from '../../../../contract/entities/report.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { OpenedRow, type OpenedRowState } from '../../../shared/lists/OpenedRow.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatDate, NONE } from '../../../ui/display/format.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { formatFileSize, toFraction } from '../reportNames.ts';
import type { Reports } from '../useReports.ts';

const t = messages.reports;
const { panel } = t;

function Steps({ report, reports }: { report: Report; reports: Reports }) {
  return report.actions.map((kind) => (
    <Button
      key={kind}
      severity={kind === 'remove' ? 'secondary' : 'primary'}
      disabled={reports.view.acting}
      onClick={() => reports.run({ kind, report })}
    >
      {t.actions[kind]}
    </Button>
  ));
}

function Facts({ report }: { report: Report }) {
  const badge = reportStateBadges[report.status];
  const facts: readonly (readonly [string, string])[] = [
    [t.type, messages.reportTypeNames[report.type]],
    [panel.period, fill(messages.period.days, { start: formatDate(report.start_date), end: formatDate(report.end_date) })],
    [panel.people, report.people.length === 0 ? panel.everybody : report.people.join(', ')],
    [t.format, messages.reportFormatNames[report.format]],
    [t.columns.size, formatFileSize(report.size)],
    [panel.rows, report.rows?.toLocaleString('en-US') ?? NONE],
    [panel.requested, fill(panel.by, { time: formatInstant(report.created_at), name: report.created_by })],
    [panel.email, report.email_when_complete ? panel.yes : panel.no],
  ];
  return (
    <dl className="facts">
      <div>
        <dt>{t.status}</dt>
        <dd>
          <Badge severity={badge.severity}>{badge.label}</Badge>
        </dd>
      </div>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One report next to the list, with its own URL; notices link here. */
export default function ReportPanel({ reports, opened }: { reports: Reports; opened: OpenedRowState<Report> }) {
  return (
    <OpenedRow<Report, Report>
      opened={opened}
      list={reports}
      load={reports.service.one}
      failed={t.oneFailed}
      changes={`${opened.row?.status} ${opened.row?.progress?.done}`}
      title={(report) => report?.name ?? t.title}
      actions={(report) => <Steps report={report} reports={reports} />}
    >
      {(report) => (
        <div className="report-panel">
          {report.error !== null && <Alert severity={report.status === 'failed' ? 'danger' : 'warning'}>{report.error}</Alert>}
          {toFraction(report) !== null && <ProgressBar label={fill(t.progress, { name: report.name })} value={toFraction(report) ?? 0} />}
          <Facts report={report} />
        </div>
      )}
    </OpenedRow>
  );
}
