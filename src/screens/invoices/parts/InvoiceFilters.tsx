import { invoiceStatuses } from '../../../../contract/entities/invoice.ts';
import { messages } from '../../../../contract/messages.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import { bookedPeriods } from '../invoiceNames.ts';
import type { Invoices } from '../useInvoices.ts';

const t = messages.invoices;
const statusOptions = (['', ...invoiceStatuses] as const).map((value) => ({ value, label: t.statuses[value] }));
/** spec 2.61 has neither filter: cancelled is only a badge, and settled is our addition. */
const sampleStatusOptions = statusOptions.filter(({ value }) => value !== 'cancelled' && value !== 'settled');
const periodOptions = (['', ...bookedPeriods] as const).map((value) => ({ value, label: t.periods[value] }));
type Props = Readonly<{ invoices: Invoices }>;

/** The filters: status as specified, plus period. */
export function InvoiceFilters({ invoices: { view, act, isLive } }: Props) {
  const { filters } = view;
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
    </>
  );
}
