import '../../../ui/theme/plainTable.css';
import type { UserImpact } from '../../../../contract/entities/people.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { shortMonthText } from '../../../../contract/rules/time/dayText.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatMoney } from '../../../ui/display/format.ts';

const t = messages.userFormText;
const money = (amount: number): string => formatMoney(toCents(amount));
type ImpactRows = UserImpact['open'];

function Months({ rows }: { rows: ImpactRows }) {
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th>{t.impactColumns.person}</th>
          <th>{t.impactColumns.month}</th>
          <th data-align="end">{t.impactColumns.before}</th>
          <th data-align="end">{t.impactColumns.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.user_id} ${row.month}`}>
            <td>{row.name}</td>
            <td>{shortMonthText(`${row.month}-01`)}</td>
            <td data-align="end">{money(row.before)}</td>
            <td data-align="end">{money(row.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LeavingSection({ leaving }: { leaving: NonNullable<UserImpact['leaving']> }) {
  return (
    <>
      {leaving.open_deals > 0 && <p>{fill(t.leavingDeals, { count: leaving.open_deals })}</p>}
      {leaving.unpaid !== 0 && <p>{fill(t.leavingUnpaid, { amount: money(leaving.unpaid) })}</p>}
    </>
  );
}

type Props = Readonly<{ impact: UserImpact | null; loading: boolean; error: string | null }>;

/** The effects of saving: changes in open months, proposals for closed ones, and open items of a leaving person. */
export function UserImpactCard({ impact, loading, error }: Props) {
  return (
    <section className="users-wide form-stack" aria-label={t.impact}>
      <strong>{t.impact}</strong>
      {loading && <p role="status">{t.impactLoading}</p>}
      {error !== null && <Alert severity="warning">{error}</Alert>}
      {impact && !loading && error === null && (
        <>
          {impact.open.length === 0 ? <p className="muted">{t.impactNone}</p> : <Months rows={impact.open} />}
          {impact.late.length > 0 && (
            <>
              <p>{t.impactLate}</p>
              <Months rows={impact.late} />
            </>
          )}
          {impact.leaving && <LeavingSection leaving={impact.leaving} />}
        </>
      )}
    </section>
  );
}
