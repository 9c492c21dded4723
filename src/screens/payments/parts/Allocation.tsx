import '../../../ui/theme/plainTable.css';
import type { PaymentType } from '../../../../contract/entities/payment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type Cents, toCents } from '../../../../contract/rules/money.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import type { BoundAllocation } from '../useAllocation.ts';

const t = messages.paymentFormText;
const LOADING_PX = 120;
type Props = Readonly<{ allocation: BoundAllocation; type: PaymentType; amount: Cents; busy: boolean; error: string | null }>;

/** The remaining amount as a sentence. */
export const leftText = (type: PaymentType, remainingCents: Cents): string => {
  if (remainingCents < 0) return fill(t.above, { amount: formatMoney(-remainingCents) });
  if (remainingCents === 0) return t.allAllocated;
  return fill(type === 'customer_payment' ? t.credit : t.notAllocated, { amount: formatMoney(remainingCents) });
};

function Lines({ allocation, type, busy }: Omit<Props, 'amount' | 'error'>) {
  const labelOf = (kind: string, label: string): string =>
    kind === 'adjustment' ? fill(messages.payments.panel.adjustment, { reason: label }) : label;
  return (
    <div className="payment-lines">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t.item}</th>
            <th scope="col">{type === 'customer_payment' ? t.day : t.bookedOn}</th>
            <th scope="col" data-align="end">
              {t.openAmount}
            </th>
            <th scope="col" data-align="end">
              {t.pays}
            </th>
          </tr>
        </thead>
        <tbody>
          {allocation.rows.map(({ key, item, typed, error }) => (
            <tr key={key}>
              <td>{labelOf(item.kind, item.label)}</td>
              <td>{formatDate(item.day)}</td>
              <td data-align="end">
                <MoneyText cents={toCents(item.open)} />
              </td>
              <td data-align="end">
                <Input
                  className="payment-line-input"
                  inputMode="decimal"
                  autoComplete="off"
                  aria-label={fill(t.paysFor, { label: labelOf(item.kind, item.label) })}
                  aria-invalid={error !== null || undefined}
                  value={typed}
                  disabled={busy}
                  onChange={({ target }) => allocation.type(key, target.value)}
                />
                {error !== null && (
                  <p className="field-error" role="alert">
                    {error}
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The proposed allocation, which can be edited, and the remaining amount (decisions 2.15, 2.16). */
export function AllocationField({ allocation, type, amount, busy, error }: Props) {
  const { payer, rows, ready, loading, failed, edited, unapplied } = allocation;
  return (
    <section className="payment-allocation" aria-label={t.allocation}>
      <header>
        <h3>{t.allocation}</h3>
        {ready && rows.length > 0 && <span className="muted">{edited ? t.byHand : t.proposed}</span>}
        {edited && (
          <Button size="small" severity="text" unavailable={busy} onClick={allocation.propose}>
            {t.propose}
          </Button>
        )}
      </header>
      {payer === null && <p className="muted">{t.choosePayer}</p>}
      {loading && <Skeleton height={LOADING_PX} />}
      {failed && <Alert onRetry={allocation.retry}>{allocation.error}</Alert>}
      {ready && rows.length === 0 && <p className="muted">{t.nothingOpen[type]}</p>}
      {ready && rows.length > 0 && <Lines allocation={allocation} type={type} busy={busy} />}
      {ready && unapplied > 0 && <p className="muted">{fill(t.earlierCredit, { amount: formatMoney(unapplied) })}</p>}
      {ready && amount > 0 && rows.length > 0 && (
        <p role="status" className={allocation.allocated > amount ? 'field-error' : 'muted'}>
          {leftText(type, amount - allocation.allocated)}
        </p>
      )}
      {error !== null && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}
