import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { type WhatIfForm, whatIfForm } from '../../../../contract/forms/whatIf.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { plus, times } from '../../../ui/display/icons.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { registerAmountField } from '../adjustments/amountField.ts';
import { formatAmount } from '../columns.tsx';
import type { ProjectionView } from './useProjection.ts';

const t = messages.projections;
type Props = Pick<ProjectionView, 'extra' | 'rowErrors' | 'addRow' | 'removeRow'> & { range: DateRange };

/** Added amounts: net revenue and booking day. */
export function ProjectionRows({ extra, rowErrors, addRow, removeRow, range }: Props) {
  const form = useForm<WhatIfForm>({
    resolver: yupResolver(whatIfForm(range)),
    defaultValues: { net_revenue: '', booking_date: range.end_date },
  });
  const amount = registerAmountField(form.register('net_revenue'), () => form.getValues('net_revenue'));
  const { errors } = form.formState;
  const add = form.handleSubmit(({ net_revenue, booking_date }) => {
    addRow({ net_revenue: Number(net_revenue), booking_date });
    form.resetField('net_revenue');
  });
  return (
    <fieldset className="form-stack">
      <legend className="field-label">{t.extra}</legend>
      <ul>
        {extra.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified only by its index.
          <li key={index} className="projection-row">
            <span className="figure">
              {formatAmount(row.net_revenue)} · {formatDate(row.booking_date)}
              {rowErrors[index] !== undefined && (
                <span className="field-error quick-note" role="alert">
                  {rowErrors[index]}
                </span>
              )}
            </span>
            <Button
              size="small"
              severity="text"
              icon={times}
              aria-label={fill(t.remove, { amount: formatAmount(row.net_revenue), date: formatDate(row.booking_date) })}
              onClick={() => removeRow(index)}
            />
          </li>
        ))}
      </ul>
      <form className="projection-add" onSubmit={add} noValidate>
        <Field label={t.net} error={errors.net_revenue?.message ?? null}>
          {(controlProps) => <Input {...controlProps} {...amount} inputMode="decimal" autoComplete="off" />}
        </Field>
        <Field label={t.date} error={errors.booking_date?.message ?? null}>
          {(controlProps) => <Input {...controlProps} {...form.register('booking_date')} type="date" />}
        </Field>
        <Button type="submit" severity="secondary" icon={plus}>
          {t.add}
        </Button>
      </form>
    </fieldset>
  );
}
