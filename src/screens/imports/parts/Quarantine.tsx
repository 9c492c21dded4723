import type { ImportDetail, QuarantinedRow } from '../../../../contract/entities/import.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { download } from '../../../ui/display/icons.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { useRowPages } from '../useRowPages.ts';
import type { ImportRunBinding, RunProps } from '../useRun.ts';
import { RowsPager } from './RowsPager.tsx';

const t = messages.importRun;
/** The height of two rows, reserved while they load. */
const ROWS_PX = 160;
type Props = Readonly<{ run: ImportDetail; binding: ImportRunBinding; service: RunProps['service'] }>;

function Row({ row, binding }: { row: QuarantinedRow; binding: ImportRunBinding }) {
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
            unavailable={binding.stepping}
            aria-label={fill(row.twice ? t.acceptOne : t.retryOne, { row: row.row })}
            onClick={() => binding.step({ kind: 'retryRows', ids: [row.id], ...(row.twice ? { accept: true } : {}) })}
          >
            {t[kind]}
          </Button>
          <Button
            size="small"
            severity="text"
            unavailable={binding.stepping}
            aria-label={fill(t.dropOne, { row: row.row })}
            onClick={() => binding.step({ kind: 'dropRows', ids: [row.id] })}
          >
            {t.dropRow}
          </Button>
        </div>
      </td>
    </tr>
  );
}

/** Refused rows: row, column, reason, and the fix for each. */
export function Quarantine({ run, binding, service }: Props) {
  const pages = useRowPages<QuarantinedRow>((request) => service.quarantine(run.id, request), {});
  if (run.waiting === 0) return <p className="muted">{t.noQuarantine}</p>;
  return (
    <section className="form-stack" aria-label={t.quarantineTitle}>
      <h3>{t.quarantineTitle}</h3>
      <p className="muted">{t.quarantineHint}</p>
      <div className="imports-steps">
        <Button severity="secondary" unavailable={binding.stepping} onClick={() => binding.step({ kind: 'retryRows' })}>
          {t.retryAll}
        </Button>
        <Button severity="secondary" unavailable={binding.stepping} onClick={() => binding.step({ kind: 'dropRows' })}>
          {t.dropAll}
        </Button>
        <Button severity="secondary" icon={download} onClick={() => void binding.download()}>
          {t.download}
        </Button>
      </div>
      {pages.failure !== null && <Alert onRetry={pages.retry}>{pages.failure}</Alert>}
      <table className="plain-table" aria-busy={pages.loading}>
        <thead>
          <tr>
            <th data-align="end">{t.row}</th>
            <th>{t.reason}</th>
            <th aria-label={messages.users.columns.actions} />
          </tr>
        </thead>
        <tbody>
          {pages.loaded.map((row) => (
            <Row key={row.id} row={row} binding={binding} />
          ))}
        </tbody>
      </table>
      {pages.loading && pages.loaded.length === 0 && <Skeleton height={ROWS_PX} />}
      <RowsPager pages={pages} />
    </section>
  );
}
