import { invoiceStatuses } from '../../../../contract/entities/invoice.ts';
import { messages } from '../../../../contract/messages.ts';
import { can } from '../../../../contract/permissions.ts';
import { useUser } from '../../../app/context.ts';
import { addChosen } from '../../../shared/deals/useOwners.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import { NONE } from '../../../ui/display/format.ts';
import { bookedPeriods } from '../invoiceNames.ts';
import type { Invoices } from '../useInvoices.ts';

const t = messages.invoices;
const statusOptions = (['', ...invoiceStatuses] as const).map((value) => ({ value, label: t.statuses[value] }));
/** spec 2.61 has neither filter: cancelled is only a badge, and settled is our addition. */
const sampleStatusOptions = statusOptions.filter(({ value }) => value !== 'cancelled' && value !== 'settled');
const periodOptions = (['', ...bookedPeriods] as const).map((value) => ({ value, label: t.periods[value] }));
type Props = Readonly<{ invoices: Invoices; people: readonly Readonly<{ value: string; label: string }>[]; seesUnassigned: boolean }>;

/** The filters: status as specified, plus period and person. */
export function InvoiceFilters({ invoices: { view, act, isLive }, people, seesUnassigned }: Props) {
  const { filters } = view;
  const canListUsers = can(useUser(), 'user:list');
  const { person = '' } = filters;
  const personOptions = [{ value: '', label: t.everybody }, ...(seesUnassigned ? [{ value: 'none', label: t.unassigned }] : []), ...people];
  return (
    <>
      <FilterChoice
        label={t.status}
        value={filters.status ?? ''}
        options={isLive ? statusOptions : sampleStatusOptions}
        onChange={(value) => act.choose('status', value)}
      />
      {isLive && (
        <FilterChoice
          label={t.period}
          value={filters.booked ?? ''}
          options={periodOptions}
          onChange={(value) => act.choose('booked', value)}
        />
      )}
      {isLive && (canListUsers || personOptions.length > 2) && (
        <FilterChoice
          label={t.person}
          value={person}
          options={addChosen(personOptions, person, NONE)}
          onChange={(value) => act.choose('person', value)}
        />
      )}
    </>
  );
}
