import { useForm } from 'react-hook-form';
import type { Integration } from '../../../../contract/entities/connection.ts';
import { quickbooksChoices as text } from '../../../../contract/messages/integrations.ts';
import { CheckField } from '../../../shared/CheckField.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import type { Integrations } from './useIntegrations.ts';

type Props = Readonly<{ connection: Integration; list: Integrations }>;
type ChoiceValues = { items: string; byClass: boolean };

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Which items of a company are not revenue (decisions 2.19), and whether its classes are people (decisions 7.03). */
export function QuickBooksChoices({ connection, list }: Props) {
  const { id, name, settings } = connection;
  const { not_revenue = [], person_by_class = false } = settings as { not_revenue?: readonly string[]; person_by_class?: boolean };
  const values: ChoiceValues = { items: not_revenue.join('\n'), byClass: person_by_class };
  const { register, control, handleSubmit, formState } = useForm<ChoiceValues>({ values, resetOptions: { keepDirtyValues: true } });
  const save = handleSubmit(({ items, byClass }) =>
    list.choose({ kind: 'settings', id, name, settings: { not_revenue: splitLines(items), person_by_class: byClass } }),
  );
  return (
    <form className="integration-choose" onSubmit={save}>
      <Field label={text.items} hint={text.itemsHint}>
        {(controlProps) => <Textarea {...controlProps} {...register('items')} rows={2} autoResize disabled={list.busy} />}
      </Field>
      <CheckField control={control} name="byClass" label={text.byClass} disabled={list.busy} />
      <p className="integration-actions">
        <Button type="submit" size="small" severity="secondary" disabled={list.busy || !formState.isDirty}>
          {text.save}
        </Button>
        <span className="muted">{text.note}</span>
      </p>
    </form>
  );
}
