import { messages } from '../../../../contract/messages.ts';
import { useToday } from '../../../app/context.ts';
import { withChosen } from '../../../shared/deals/useOwners.ts';
import { NONE } from '../../../ui/display/format.ts';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import { periodOptions, typeOptions } from '../paymentNames.ts';
import type { Payments } from '../usePayments.ts';

const text = messages.payments;
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
      {select('type', text.type, typeOptions)}
      {select('status', text.status, states)}
      {isLive && select('period', text.period, periodOptions(today))}
      {isLive && (
        <Picker
          label={text.person}
          value={user_id}
          options={withChosen([{ value: '', label: text.everybody }, ...people], user_id, NONE)}
          onChange={(value) => act.choose('user_id', value)}
        />
      )}
      <Input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        value={search}
        onChange={({ target }) => act.type(target.value)}
      />
    </div>
  );
}
