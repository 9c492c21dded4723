import type { WaitingRecord, WaitingRecordList } from '../../../../contract/entities/payout.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useApp } from '../../../app/context.ts';
import { createPayouts } from '../../../services/payouts.ts';
import { RowPanel } from '../../../shared/lists/RowPanel.tsx';
import { AnsweredPanel } from '../../../shared/trace/AnsweredPanel.tsx';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { formatDate } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';

const t = messages.payouts.waiting;

const columns: readonly PlainColumn<WaitingRecord>[] = [
  {
    key: 'invoice',
    header: t.columns.invoice,
    names: true,
    cell: ({ id, invoice_number, customer_name, booking_date, why }) => (
      <>
        <RefLink of={{ kind: 'record', id }} day={booking_date}>
          {invoice_number}
        </RefLink>{' '}
        {customer_name}
        <span className="waiting-why muted">{why}</span>
      </>
    ),
  },
  {
    key: 'expected',
    header: t.columns.expected,
    cell: ({ expected_on }) => (expected_on === null ? t.unknown : formatDate(expected_on)),
  },
  { key: 'amount', header: t.columns.amount, align: 'end', cell: ({ amount }) => <MoneyText cents={toCents(amount)} /> },
];

type Props = Readonly<{ userId: string; name: string | null; onClose: () => void }>;

/** Earned but unreleased commission of every month, with the expected day and the reason. @param name null for the user's own */
export default function WaitingPanel({ userId, name, onClose }: Props) {
  const { http } = useApp();
  const list = useAnswer<WaitingRecordList>(() => createPayouts(http).waiting(userId), {}, t.failed);
  return (
    <RowPanel title={name === null ? t.titleOwn : fill(t.title, { name })} onClose={onClose} onPrevious={undefined} onNext={undefined}>
      <AnsweredPanel {...list}>
        {({ data, total }) =>
          data.length === 0 ? (
            <p className="muted">{t.empty}</p>
          ) : (
            <div className="payout-panel">
              <p className="muted">{t.why}</p>
              <div className="payout-lines">
                <PlainTable columns={columns} rows={data} rowKey={({ id, expected_on, why }) => `${id} ${expected_on} ${why}`} />
              </div>
              <p className="payout-part-head">
                <span>{t.total}</span> <MoneyText cents={toCents(total)} />
              </p>
            </div>
          )
        }
      </AnsweredPanel>
    </RowPanel>
  );
}
