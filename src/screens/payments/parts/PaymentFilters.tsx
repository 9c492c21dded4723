import { messages } from '../../../../contract/messages.ts';
import { useToday } from '../../../app/context.ts';
import { addChosen } from '../../../shared/deals/useOwners.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import { NONE } from '../../../ui/display/format.ts';
import { paymentTypeOptions, periodOptions } from '../paymentNames.ts';
import type { Payments } from '../usePayments.ts';

const t = messages.payments;
type Options = readonly Readonly<{ value: string; label: string }>[];
type Props = Readonly<{ payments: Payments; people: Options; states: Options }>;

/** spec 2.60: filters by type, status, period and person. */
export function PaymentFilters({ payments: { view, act, isLive }, people, states }: Props) {
  const today = useToday();
  const { filters } = view;
  const { user_id = '' } = filters;
  const select = (key: string, label: string, options: Options) => (
    <FilterChoice label={label} value={filters[key] ?? ''} options={options} onChange={(value) => act.choose(key, value)} />
  );
  return (
    <>
      {select('type', t.type, paymentTypeOptions(isLive))}
      {select('status', t.status, states)}
      {isLive && select('period', t.period, periodOptions(today))}
      {isLive && (
        <FilterChoice
          label={t.person}
          value={user_id}
          options={addChosen([{ value: '', label: t.everybody }, ...people], user_id, NONE)}
          onChange={(value) => act.choose('user_id', value)}
        />
      )}
    </>
  );
}
