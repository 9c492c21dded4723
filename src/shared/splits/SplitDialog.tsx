import './splits.css';
import { useId } from 'react';
import { useFieldArray, useForm } from 'react-hook-form';
import type { InvoiceSplit } from '../../../contract/entities/split.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { usd } from '../../../contract/rules/commission/explain/wording.ts';
import { splitNet } from '../../../contract/rules/commission/split.ts';
import { PPM, toCents } from '../../../contract/rules/money.ts';
import { Button } from '../../ui/Button.tsx';
import Dialog from '../../ui/dialog/Dialog.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { formatDate } from '../../ui/display/format.ts';
import { MoneyText } from '../../ui/display/Money.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { Picker } from '../../ui/picker/Picker.tsx';
import { useFormDraft } from '../useFormDraft.ts';
import { type SplitView, useSplit } from './useSplit.ts';

const t = messages.splits;
type SplitFormValues = { shares: { user_id: string; percent: string }[]; reason: string };

/** Parses a percentage with at most 4 decimals into millionths; 0 if invalid. */
const parsePpm = (percent: string): number => (/^\d{1,3}(\.\d{1,4})?$/.test(percent.trim()) ? Math.round(Number(percent) * 10_000) : 0);
const toPercentText = (ppm: number): string => String(ppm / 10_000);
const toFormValues = ({ shares, by_hand, reason }: InvoiceSplit): SplitFormValues => ({
  shares: shares.map(({ user_id, share }) => ({ user_id, percent: toPercentText(Math.round(share * PPM)) })),
  reason: by_hand ? (reason ?? '') : '',
});

/** Each row's part of the net revenue; null unless the shares add up to 100%. */
const toAmounts = (split: InvoiceSplit, ppm: readonly number[]): readonly (number | null)[] =>
  ppm.reduce((total, share) => total + share, 0) === PPM
    ? splitNet(
        toCents(split.net_revenue),
        ppm.map((share) => share / PPM),
      )
    : ppm.map(() => null);

function Form({ view, split, formId }: { view: SplitView; split: InvoiceSplit; formId: string }) {
  const { people, fields, error, busy } = view;
  const form = useForm<SplitFormValues>({ defaultValues: toFormValues(split) });
  useFormDraft(form, `split.${split.invoice_id}`, { version: split.version });
  const rows = useFieldArray({ control: form.control, name: 'shares' });
  const ppm = form.watch('shares').map(({ percent }) => parsePpm(percent));
  const total = ppm.reduce((total, share) => total + share, 0);
  const amounts = toAmounts(split, ppm);
  const options = [{ value: '', label: t.choose }, ...people];
  const hasFieldError = Object.keys(fields).some((field) => field !== 'shares');
  const submit = form.handleSubmit(({ shares, reason }) =>
    view.submit({ shares: shares.map(({ user_id, percent }) => ({ user_id, share: parsePpm(percent) / PPM })), reason }),
  );
  return (
    <form id={formId} className="form-stack" noValidate onSubmit={submit}>
      <p className="muted">
        {split.by_hand ? fill(t.byHand, { by: split.by ?? '', day: formatDate(split.since), reason: split.reason ?? '' }) : t.byPlan}
      </p>
      {error !== null && !hasFieldError && <Alert>{error}</Alert>}
      {rows.fields.map((row, index) => {
        const name = `shares.${index}.user_id` as const;
        const amount = amounts[index];
        return (
          <div key={row.id} className="split-row">
            <Field label={fill(t.person, { number: index + 1 })} error={fields[name] ?? null}>
              {(controlProps) => (
                <Picker
                  {...controlProps}
                  label={fill(t.person, { number: index + 1 })}
                  value={form.watch(name)}
                  options={options}
                  disabled={busy}
                  onChange={(value) => form.setValue(name, value, { shouldDirty: true })}
                />
              )}
            </Field>
            <Field label={fill(t.share, { number: index + 1 })} error={fields[`shares.${index}.share`] ?? null}>
              {(controlProps) => (
                <Input
                  {...controlProps}
                  {...form.register(`shares.${index}.percent`)}
                  inputMode="decimal"
                  autoComplete="off"
                  readOnly={busy}
                />
              )}
            </Field>
            <span className="split-part">{amount == null ? messages.commissions.none : <MoneyText cents={amount} />}</span>
            <Button
              size="small"
              severity="secondary"
              disabled={busy || rows.fields.length === 1}
              aria-label={fill(t.remove, { number: index + 1 })}
              onClick={() => rows.remove(index)}
            >
              ×
            </Button>
          </div>
        );
      })}
      <p className="split-sum" role="status">
        <span>{fill(t.sum, { sum: `${toPercentText(total)}%` })}</span>
        <Button
          size="small"
          severity="secondary"
          disabled={busy || rows.fields.length >= limits.splits.people}
          onClick={() => rows.append({ user_id: '', percent: total < PPM ? toPercentText(PPM - total) : '' })}
        >
          {t.add}
        </Button>
      </p>
      <Field label={t.reason} hint={t.reasonHint} error={fields.reason ?? null}>
        {(controlProps) => <Textarea autoResize {...controlProps} {...form.register('reason')} rows={2} readOnly={busy} />}
      </Field>
    </form>
  );
}

type Props = { invoice: { id: string; number: string }; onClose: () => void; onSaved: () => void };

/**
 * Splits one invoice by hand instead of by the plan, or reverts to the plan's split (decisions 2.08). The server decides who may.
 * @param onSaved called after a save; closes the dialog
 */
export default function SplitDialog({ invoice, onClose, onSaved }: Props) {
  const view = useSplit(invoice.id, onSaved);
  const formId = useId();
  const { split, busy } = view;
  return (
    <Dialog
      title={fill(t.title, { invoice: invoice.number })}
      onClose={onClose}
      dismissible={!busy}
      footer={
        split && (
          <>
            {split.by_hand && (
              <Button severity="secondary" disabled={!view.canRemove} onClick={view.remove}>
                {t.takeBack}
              </Button>
            )}
            <Button severity="secondary" disabled={busy} onClick={onClose}>
              {messages.cancel}
            </Button>
            <Button type="submit" form={formId} loading={busy}>
              {t.save}
            </Button>
          </>
        )
      }
    >
      {view.failed && <Alert onRetry={view.retry}>{view.error}</Alert>}
      {!split && !view.failed && <Spinner />}
      {split && (
        <>
          <p>{fill(t.about, { amount: usd(toCents(split.net_revenue)) })}</p>
          <Form key={split.version} view={view} split={split} formId={formId} />
        </>
      )}
    </Dialog>
  );
}
