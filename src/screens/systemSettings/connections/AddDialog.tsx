import { yupResolver } from '@hookform/resolvers/yup';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AnyObjectSchema } from 'yup';
import { integrations as text } from '../../../../contract/messages/integrations.ts';
import { messages } from '../../../../contract/messages.ts';
import { confirmWithUser } from '../../../services/browser.ts';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field, type FieldControlProps } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import type { AddIntegration } from './useAddIntegration.ts';

/** `secret` can be shown and hidden; `document` is a multiline secret. */
export type AddField = Readonly<{
  name: string;
  label: string;
  hint?: string;
  type: 'text' | 'secret' | 'document' | 'date' | 'select';
  options?: readonly { value: string; label: string }[];
  /** True if reconnecting asks for this field too. */
  again?: boolean;
}>;
type Values = Record<string, string>;
type Props = Readonly<{
  title: string;
  form: AnyObjectSchema;
  fields: readonly AddField[];
  defaults: Values;
  /** Values that connect to a stand-in server (decisions 7.09). */
  standIn?: Readonly<Record<string, string>> | null;
  add: AddIntegration;
  hint?: string;
  /** Extra help for filling in the form. */
  help?: ReactNode;
}>;

const toInputType = (isRevealed: boolean) => (isRevealed ? {} : ({ type: 'password', autoComplete: 'off' } as const));

/** The dialog that adds a connection; each kind supplies its fields, texts and rules. */
export default function AddDialog({ title, form, fields, defaults, standIn, add, hint, help }: Props) {
  const { register, handleSubmit, formState, reset } = useForm<Values>({ defaultValues: defaults, resolver: yupResolver(form) as never });
  const [isRevealed, setRevealed] = useState(false);
  const { isDirty } = formState;
  useUnsavedGuard(isDirty && !add.saving);
  /** Asks before discarding on Escape, which is easily pressed by mistake, unlike Cancel. */
  const close = (): void => {
    if (!isDirty || confirmWithUser(messages.adjustmentFormText.confirmDiscard)) add.cancel();
  };
  const visibleFields = fields.filter(({ again }) => add.again === null || again);
  const renderControl = (field: AddField, controlProps: FieldControlProps) => {
    const common = { ...controlProps, ...register(field.name) };
    if (field.type === 'select') return <Select {...common} options={field.options ?? []} />;
    if (field.type === 'document')
      return <Textarea {...common} rows={6} spellCheck={false} autoComplete="off" className={isRevealed ? '' : 'integration-secret'} />;
    if (field.type === 'date') return <Input {...common} type="date" />;
    return <Input {...common} {...(field.type === 'secret' ? toInputType(isRevealed) : {})} />;
  };
  const hasSecret = visibleFields.some(({ type }) => type === 'secret' || type === 'document');
  return (
    <Dialog title={title} onClose={close} dismissible={!add.saving}>
      <form className="form-stack" onSubmit={handleSubmit(add.submit)} noValidate>
        {add.error !== null && <Alert>{add.error}</Alert>}
        {hint && <p className="muted">{hint}</p>}
        {help}
        {visibleFields.map((field) => (
          <Field
            key={field.name}
            label={field.label}
            {...(field.hint ? { hint: field.hint } : {})}
            error={formState.errors[field.name]?.message ?? add.fields[field.name] ?? null}
          >
            {(controlProps) => renderControl(field, controlProps)}
          </Field>
        ))}
        {hasSecret && (
          <p>
            <Button size="small" severity="text" aria-pressed={isRevealed} onClick={() => setRevealed(!isRevealed)}>
              {isRevealed ? text.hide : text.show}
            </Button>
          </p>
        )}
        {standIn && (
          <p>
            <Button size="small" severity="secondary" disabled={add.saving} onClick={() => reset({ ...defaults, ...standIn })}>
              {text.useStandIn}
            </Button>
          </p>
        )}
        <p className="form-actions">
          <Button severity="secondary" disabled={add.saving} onClick={add.cancel}>
            {messages.cancel}
          </Button>
          <Button type="submit" loading={add.saving} loadingLabel={text.saving}>
            {text.save}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
