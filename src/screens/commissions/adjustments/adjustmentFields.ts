import { yupResolver } from '@hookform/resolvers/yup';
import type { Resolver } from 'react-hook-form';
import { type Adjustment, type AdjustmentBody, adjustmentKindLabels } from '../../../../contract/entities/adjustment.ts';
import {
  type AdjustmentForm,
  adjustmentForm,
  type PersonAdjustmentForm,
  personAdjustmentForm,
} from '../../../../contract/forms/adjustment.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { AdjustmentSubject } from '../../../machines/adjustments/adjustmentForm.machine.ts';
import type { FormSubject } from '../../../machines/adjustments/adjustments.machine.ts';
import { formatDate } from '../../../ui/display/format.ts';

/** The values of all fields, for every subject. */
export type AdjustmentValues = AdjustmentForm & Omit<PersonAdjustmentForm, 'kind'> & { kind: string };
export type AdjustmentField = keyof AdjustmentValues;

/** The fields in the order they are checked; only the first error is shown (spec 5.02, decisions 2.25). */
export const adjustmentFieldsBySubject: Readonly<Record<AdjustmentSubject, readonly AdjustmentField[]>> = {
  invoice: ['adjustment_amount', 'adjustment_reason', 'related_invoice_id'],
  person: ['user_id', 'effective_date', 'kind', 'adjustment_amount', 'adjustment_reason'],
};

const resolvers = { invoice: yupResolver(adjustmentForm), person: yupResolver(personAdjustmentForm) } as const;
/** Validates the fields of whichever subject is chosen at the time. */
export const resolverFor =
  (subject: () => AdjustmentSubject): Resolver<AdjustmentValues> =>
  (values, context, options) =>
    (resolvers[subject()] as unknown as Resolver<AdjustmentValues>)(values, context, options);

export const getSubject = (adjustment: Adjustment | null): AdjustmentSubject => (adjustment?.kind ? 'person' : 'invoice');

export const toValues = (adjustment: Adjustment | null, prefill: FormSubject['prefill'], today: Day): AdjustmentValues => ({
  adjustment_amount: adjustment ? adjustment.adjustment_amount.toFixed(2) : '',
  adjustment_reason: adjustment?.adjustment_reason ?? '',
  related_invoice_id: adjustment?.related_invoice_id ?? prefill?.related_invoice_id ?? '',
  user_id: adjustment?.user_id ?? '',
  effective_date: adjustment?.effective_date ?? today,
  kind: adjustment?.kind ?? '',
});

/** The request body. @param commissionId the chosen record of an invoice with several records */
export const toBody = (subject: AdjustmentSubject, values: AdjustmentValues, commissionId: string | null): AdjustmentBody => {
  const { adjustment_amount, adjustment_reason, related_invoice_id, user_id, effective_date, kind } = values;
  if (subject === 'person') return { user_id, effective_date, kind, adjustment_amount, adjustment_reason };
  return { adjustment_amount, adjustment_reason, related_invoice_id, ...(commissionId === null ? {} : { commission_id: commissionId }) };
};

/** The saved value of a field as display text. */
export const savedText = (name: AdjustmentField, saved: Adjustment, value: string): string => {
  if (name === 'related_invoice_id') return saved.invoice_number ?? value;
  if (name === 'user_id') return saved.salesperson_name ?? value;
  if (name === 'effective_date') return formatDate(value);
  return name === 'kind' && saved.kind ? adjustmentKindLabels[saved.kind].label : value;
};
