import { messages } from '../../../../contract/messages.ts';
import { useToday } from '../../../app/context.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import { paymentTypeOptions, periodOptions } from '../paymentNames.ts';
import type { Payments } from '../usePayments.ts';

const t = messages.payments;
type Options = readonly Readonly<{ value: string; label: string }>[];
type Props = Readonly<{ payments: Payments; states: Options }>;

/** spec 2.60: filters by type, status and period; the page's head chooses the person. */
export function PaymentFilters({ payments: { view, act, isLive }, states }: Props) {
  const today = useToday();
  const { filters } = view;
  const select = (key: string, label: string, options: Options) => (
    <FilterChoice label={label} value={filters[key] ?? ''} options={options} onChange={(value) => act.choose(key, value)} />
  );
  return (
    <>
      {select('type', t.type, paymentTypeOptions(isLive))}
      {select('status', t.status, states)}
      {isLive && select('period', t.period, periodOptions(today))}
    </>
  );
}
