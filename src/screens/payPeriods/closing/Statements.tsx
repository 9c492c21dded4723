import type { PeriodReview } from '../../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';

const t = messages.closing;
const { columns } = t;
type Props = { review: PeriodReview; onDownload: (id: string, name: string) => void };

type Issued = PeriodReview['statements'][number];

/** The number of unconfirmed statements; outdated ones cannot be confirmed and do not count. */
const confirmationText = (statements: readonly Issued[]): string => {
  const current = statements.filter(({ state }) => state !== 'outdated');
  const count = current.filter(({ confirmed_at }) => confirmed_at === null).length;
  return count === 0 ? t.allConfirmed : fill(t.unconfirmed, { count, total: current.length });
};

/** Statements issued at closing, and whether each is confirmed. */
export function Statements({ review: { statements }, onDownload }: Props) {
  const file = ({ id, user_name, state, file_name }: Issued) =>
    file_name === null ? (
      t.states[state]
    ) : (
      <Button size="small" severity="text" aria-label={fill(t.downloadOf, { name: user_name })} onClick={() => onDownload(id, file_name)}>
        {t.download}
      </Button>
    );
  const tableColumns: readonly PlainColumn<Issued>[] = [
    { key: 'person', header: columns.person, names: true, cell: ({ user_name }) => user_name },
    { key: 'state', header: columns.state, cell: file },
    {
      key: 'confirmed',
      header: columns.confirmed,
      cell: ({ confirmed_at }) => (confirmed_at === null ? t.notConfirmed : fill(t.confirmedAt, { time: formatInstant(confirmed_at) })),
    },
  ];
  return (
    <div className="closing-table">
      <p className="muted">{t.statementsWhy}</p>
      {statements.some(({ state }) => state !== 'outdated') && <p>{confirmationText(statements)}</p>}
      <PlainTable columns={tableColumns} rows={statements} rowKey={({ id }) => id} />
    </div>
  );
}
