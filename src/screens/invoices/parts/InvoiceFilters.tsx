import { invoiceStatuses } from '../../../../contract/entities/invoice.ts';
import { messages } from '../../../../contract/messages.ts';
import { can } from '../../../../contract/permissions.ts';
import { useUser } from '../../../app/context.ts';
import { addChosen } from '../../../shared/deals/useOwners.ts';
import { NONE } from '../../../ui/display/format.ts';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import { bookedPeriods } from '../invoiceNames.ts';
import type { Invoices } from '../useInvoices.ts';

const t = messages.invoices;
const statuses = (['', ...invoiceStatuses] as const).map((value) => ({ value, label: t.statuses[value] }));
/** spec 2.61 filters by neither: cancelled is only a badge, and settled is an addition of ours. */
const sampleStatuses = statuses.filter(({ value }) => value !== 'cancelled' && value !== 'settled');
const periods = (['', ...bookedPeriods] as const).map((value) => ({ value, label: t.periods[value] }));
type Props = Readonly<{ invoices: Invoices; people: readonly Readonly<{ value: string; label: string }>[]; seesUnassigned: boolean }>;

/** The filters: search and status as specified, plus period and person. */
export function InvoiceFilters({ invoices: { view, act, isLive }, people, seesUnassigned }: Props) {
  const { filters, search } = view;
  const lists = can(useUser(), 'user:list');
  const { person = '' } = filters;
  const personOptions = [{ value: '', label: t.everybody }, ...(seesUnassigned ? [{ value: 'none', label: t.unassigned }] : []), ...people];
  return (
    <div className="list-filters">
      <Input type="search" aria-label={t.search} placeholder={t.search} value={search} onChange={({ target }) => act.type(target.value)} />
      <Select
        aria-label={t.status}
        value={filters.status ?? ''}
        options={isLive ? statuses : sampleStatuses}
        onChange={({ target }) => act.choose('status', target.value)}
      />
      {isLive && (
        <Select
          aria-label={t.period}
          value={filters.booked ?? ''}
          options={periods}
          onChange={({ target }) => act.choose('booked', target.value)}
        />
      )}
      {isLive && (lists || personOptions.length > 2) && (
        <Picker
          label={t.person}
          value={person}
          options={addChosen(personOptions, person, NONE)}
          onChange={(value) => act.choose('person', value)}
        />
      )}
    </div>
  );
}
