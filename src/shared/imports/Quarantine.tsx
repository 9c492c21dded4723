import type { ImportDetail, QuarantinedRow } from '../../../contract/entities/import.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { download } from '../../ui/display/icons.ts';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { RowsPager } from './RowsPager.tsx';
import { useRowPages } from './useRowPages.ts';
import type { BoundRun, RunProps } from './useRun.ts';

const text = messages.importRun;
/** Height of two rows, which hold the place of those on their way. */
const ROWS_PX = 160;
type Props = Readonly<{ run: ImportDetail; bound: BoundRun; service: RunProps['service'] }>;

function Row({ row, bound }: { row: QuarantinedRow; bound: BoundRun }) {
  const kind = row.twice ? 'accept' : 'retry';
  return (
    <tr>
      <td data-align="end">{row.row}</td>
      <td>
        {row.column !== null && <strong>{row.column}: </strong>}
        {row.reason}
        <p className="muted imports-values">
          {row.values
            .filter(({ value }) => value !== '')
            .map(({ column, value }) => `${column}: ${value}`)
            .join(' · ')}
        </p>
      </td>
      <td>
        <div className="imports-row-steps">
          <Button
            size="small"
            severity="secondary"
            unavailable={bound.stepping}
            aria-label={fill(row.twice ? text.acceptOne : text.retryOne, { row: row.row })}
            onClick={() => bound.step({ kind: 'retryRows', ids: [row.id], ...(row.twice ? { accept: true } : {}) })}
          >
            {text[kind]}
          </Button>
          <Button
            size="small"
            severity="text"
            unavailable={bound.stepping}
            aria-label={fill(text.dropOne, { row: row.row })}
            onClick={() => bound.step({ kind: 'dropRows', ids: [row.id] })}
          >
            {text.dropRow}
          </Button>
        </div>
      </td>
    </tr>
  );
}

/** Refused rows: row, column, reason, and the fix for each. */
export function Quarantine({ run, bound, service }: Props) {
  const pages = useRowPages<QuarantinedRow>((asked) => service.quarantine(run.id, asked), {});
  if (run.waiting === 0) return <p className="muted">{text.noQuarantine}</p>;
  return (
    <section className="form-stack" aria-label={text.quarantineTitle}>
      <h3>{text.quarantineTitle}</h3>
      <p className="muted">{text.quarantineHint}</p>
      <div className="imports-steps">
        <Button severity="secondary" unavailable={bound.stepping} onClick={() => bound.step({ kind: 'retryRows' })}>
          {text.retryAll}
        </Button>
        <Button severity="secondary" unavailable={bound.stepping} onClick={() => bound.step({ kind: 'dropRows' })}>
          {text.dropAll}
        </Button>
        <Button severity="secondary" icon={download} onClick={() => void bound.download()}>
          {text.download}
        </Button>
      </div>
      {pages.failure !== null && <Alert onRetry={pages.retry}>{pages.failure}</Alert>}
      <table className="plain-table" aria-busy={pages.loading}>
        <thead>
          <tr>
            <th data-align="end">{text.row}</th>
            <th>{text.reason}</th>
            <th aria-label={messages.users.columns.actions} />
          </tr>
        </thead>
        <tbody>
          {pages.loaded.map((row) => (
            <Row key={row.id} row={row} bound={bound} />
          ))}
        </tbody>
      </table>
      {pages.loading && pages.loaded.length === 0 && <Skeleton height={ROWS_PX} />}
      <RowsPager pages={pages} />
    </section>
  );
}
