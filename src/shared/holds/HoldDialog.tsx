import { useForm } from 'react-hook-form';
import { fill, messages } from '../../../contract/messages.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import { useToday } from '../../app/context.ts';
import FormDialog from '../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { useFormDraft } from '../useFormDraft.ts';
import type { HoldView } from './useHold.ts';

const t = messages.holds;
/** The record's invoice, person and current amount. */
export type HeldCommission = Readonly<{ invoice: string; person: string; amount: string }>;

/** Asks for the reason of a hold and its release day (decisions 2.08). */
export default function HoldDialog({ view, record }: { view: HoldView; record: HeldCommission }) {
  const today = useToday();
  const form = useForm({ defaultValues: { reason: '', releaseOn: '' } });
  useFormDraft(form, `hold.${record.invoice}.${record.person}`);
  const { error, fields, busy } = view;
  const isGeneralError = error !== null && !fields.reason && !fields.release_on;
  return (
    <FormDialog
      title={fill(t.title, { invoice: record.invoice })}
      onClose={view.close}
      size="small"
      busy={busy}
      save={t.save}
      onSubmit={form.handleSubmit(view.submit)}
    >
      <p className="muted">{fill(t.about, { person: record.person, amount: record.amount })}</p>
      {isGeneralError && <Alert>{error}</Alert>}
      <Field label={t.reason} hint={fill(t.reasonHint, { person: record.person })} error={fields.reason ?? null}>
        {(controlProps) => <Textarea autoResize {...controlProps} {...form.register('reason')} rows={2} readOnly={busy} />}
      </Field>
      <Field label={t.releaseOn} hint={t.releaseOnHint} error={fields.release_on ?? null}>
        {(controlProps) => <Input {...controlProps} {...form.register('releaseOn')} type="date" min={addDays(today, 1)} readOnly={busy} />}
      </Field>
    </FormDialog>
  );
}
