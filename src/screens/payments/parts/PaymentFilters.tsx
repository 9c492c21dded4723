import { messages } from '../../../../contract/messages.ts';
import { useToday } from '../../../app/context.ts';
import { addChosen } from '../../../shared/deals/useOwners.ts';
import { NONE } from '../../../ui/display/format.ts';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import { paymentTypeOptions, periodOptions } from '../paymentNames.ts';
import type { Payments } from '../usePayments.ts';

const t = messages.payments;
type Options = readonly Readonly<{ value: string; label: string }>[];
type Props = Readonly<{ payments: Payments; people: Options; states: Options }>;

/** spec 2.60: filters by type, status, period, person and search. */
export function PaymentFilters({ payments: { view, act, isLive }, people, states }: Props) {
  const today = useToday();
  const { filters, search } = view;
  const { user_id = '' } = filters;
  const select = (key: string, label: string, options: Options) => (
    <Select aria-label={label} value={filters[key] ?? ''} options={options} onChange={({ target }) => act.choose(key, target.value)} />
  );
  return (
    <div className="list-filters">
      {select('type', t.type, paymentTypeOptions(isLive))}
      {select('status', t.status, states)}
      {isLive && select('period', t.period, periodOptions(today))}
      {isLive && (
        <Picker
          label={t.person}
          value={user_id}
          options={addChosen([{ value: '', label: t.everybody }, ...people], user_id, NONE)}
          onChange={(value) => act.choose('user_id', value)}
        />
      )}
      <Input type="search" aria-label={t.search} placeholder={t.search} value={search} onChange={({ target }) => act.type(target.value)} />
    </div>
  );
}
