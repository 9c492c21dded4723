import { fill, messages } from '../../../../contract/messages.ts';
import { createCardBuilder } from '../../../shared/lists/createCardBuilder.tsx';
import { ListTable } from '../../../shared/lists/ListTable.tsx';
import { RowFacts } from '../../../shared/lists/RowFacts.tsx';
import { RowPanel } from '../../../shared/lists/RowPanel.tsx';
import { useVisitLayout } from '../../../shared/lists/useVisitLayout.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { writeCsv } from '../../../ui/grid/toolbar/GridToolbar.tsx';
import { mailColumns, RetryButton, toMailWords } from './mailColumns.tsx';
import { useFailedMail } from './useFailedMail.ts';

const t = messages.failedMail;
/** The layout of a phone card. */
const cardFields = { title: 'to', lines: [['subject'], ['reason'], ['failed', 'attempts']], acts: 'actions' };
/** Hidden by default: shown in the panel, and in the table on request. */
const hiddenByDefault = ['written'];
const ROW_HEIGHT = 48;
const columnKeys = mailColumns({ busy: true, retry: () => {} }).map((column) => column.key);

const waitingText = (count: number): string => (count === 1 ? t.oneWaiting : fill(t.waiting, { count }));

/** Emails that permanently failed, with their reasons and a Retry button (decisions 5.03). */
export default function FailedMails() {
  const { view, act, retry } = useFailedMail();
  const { layout, onLayoutChange } = useVisitLayout(columnKeys, hiddenByDefault);
  const busy = view.acting || view.loading;
  const columns = mailColumns({ busy, retry });
  const { opened, summary } = view;
  const isSendingOff = summary?.sends === false;
  return (
    <div className="failed-mails">
      <p className="muted">
        {t.hint} {summary && summary.waiting > 0 ? waitingText(summary.waiting) : ''}
      </p>
      {view.error !== null && <Alert onDismiss={act.dismiss}>{view.error}</Alert>}
      <Card title={t.title} className="list-card">
        <ListTable
          label={t.title}
          columns={columns}
          layout={layout}
          onLayoutChange={onLayoutChange}
          view={view}
          act={{ ...act, readAll: async () => view.rows }}
          onExport={(rows) => writeCsv({ columns, layout, rows, fileName: t.exportName })}
          onRowOpen={(row) => act.open(row.id)}
          openRow={opened?.id ?? null}
          rowLabel={(row) => fill(t.open, toMailWords(row))}
          toCard={createCardBuilder(columns, cardFields)}
          failureTitle={t.loadTitle}
          empty={<EmptyState title={isSendingOff ? t.off : t.empty}>{isSendingOff ? t.offWhy : t.emptyWhy}</EmptyState>}
          rowHeight={ROW_HEIGHT}
        />
      </Card>
      {opened?.row && (
        <RowPanel
          title={fill(t.details, toMailWords(opened.row))}
          onClose={act.close}
          onPrevious={opened.previous === null ? undefined : () => act.open(opened.previous ?? '')}
          onNext={opened.next === null ? undefined : () => act.open(opened.next ?? '')}
          actions={<RetryButton mail={opened.row} busy={busy} retry={retry} />}
        >
          <RowFacts row={opened.row} columns={columns} />
        </RowPanel>
      )}
    </div>
  );
}
