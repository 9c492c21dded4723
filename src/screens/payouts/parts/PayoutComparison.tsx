import type { Payout, PayoutDetail } from '../../../../contract/entities/payout.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import { WaterfallChart } from '../../../ui/chart/Waterfall.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { payoutAmount } from '../columns.tsx';
import { differenceText } from '../differenceText.ts';

const t = messages.payouts;

const optionOf = (payout: Payout) => ({
  value: payout.id,
  label: fill(t.panel.option, { day: formatDate(payout.payment_date), amount: payoutAmount(payout) }),
});
const totalOf = ({ payment_date, amount }: Payout) => ({
  label: fill(t.panel.total, { day: formatDate(payment_date) }),
  cents: toCents(amount),
});

/** Compares two checks: each cause of the difference is a step from one to the other. */
export function PayoutComparison({ payout, onCompare }: { payout: PayoutDetail; onCompare: (id: string) => void }) {
  const { baseline, earlier, steps } = payout;
  if (baseline === null) return payout.reversal_of === null ? <p className="muted">{t.panel.first}</p> : null;
  const options = (earlier.some(({ id }) => id === baseline.id) ? earlier : [baseline, ...earlier]).map(optionOf);
  return (
    <section aria-label={t.panel.difference} className="payout-comparison">
      <h3>{t.panel.difference}</h3>
      <p>{differenceText(payout)}</p>
      <FilterChoice label={t.panel.against} value={baseline.id} options={options} isMarked={false} onChange={onCompare} />
      {steps.length > 0 && (
        <WaterfallChart
          label={t.panel.waterfall}
          from={totalOf(baseline)}
          steps={steps.map(({ cause, amount }) => ({ label: t.causes[cause], cents: toCents(amount) }))}
          to={totalOf(payout)}
          words={{ label: t.panel.cause, value: t.panel.change }}
          fileName={`payout-${baseline.payment_date}-${payout.payment_date}`}
        />
      )}
    </section>
  );
}
