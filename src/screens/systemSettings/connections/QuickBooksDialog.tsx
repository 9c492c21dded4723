import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { type QuickBooksForm, quickbooksForm, typedSuffix } from '../../../../contract/forms/quickbooks.ts';
import { limits } from '../../../../contract/limits.ts';
import { quickbooksConnect as text } from '../../../../contract/messages/integrations.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import type { QuickBooks } from './useQuickBooks.ts';

/** spec 2.53, 5.05: the suffix, then what becomes of the vendor's window. */
export default function QuickBooksDialog({
  connect,
  standIn,
}: Readonly<{ connect: QuickBooks; standIn: Readonly<Record<string, string>> | null }>) {
  const { register, handleSubmit, formState, setValue, watch } = useForm<QuickBooksForm>({
    defaultValues: { invoice_suffix: connect.suffix || (standIn?.invoice_suffix ?? '') },
    resolver: yupResolver(quickbooksForm),
  });
  const suffix = watch('invoice_suffix') || 'ABC';
  const field = register('invoice_suffix', {
    onChange: ({ target }) => setValue('invoice_suffix', typedSuffix(String(target.value))),
  });
  const isForm = connect.editing || connect.asking;
  return (
    <Dialog title={text.title} size="small" onClose={connect.cancel}>
      {isForm ? (
        <form className="form-stack" onSubmit={handleSubmit(({ invoice_suffix }) => connect.submit(invoice_suffix))} noValidate>
          {connect.error !== null && <Alert>{connect.error}</Alert>}
          <Field label={text.suffix} hint={fill(text.suffixHint, { suffix })} error={formState.errors.invoice_suffix?.message ?? null}>
            {(wiring) => (
              <Input {...wiring} {...field} maxLength={limits.connections.suffixMax} disabled={connect.asking} autoComplete="off" />
            )}
          </Field>
          <p className="form-actions">
            <Button severity="secondary" onClick={connect.cancel}>
              {messages.cancel}
            </Button>
            <Button type="submit" loading={connect.asking} loadingLabel={text.asking}>
              {text.submit}
            </Button>
          </p>
        </form>
      ) : (
        <div className="form-stack">
          {connect.waiting && (
            <div className="integration-badges">
              <Spinner label={text.waiting} />
              <span aria-hidden="true">{text.waiting}</span>
            </div>
          )}
          {connect.unseen && <Alert severity="warning">{text.unseen}</Alert>}
          {connect.blocked && <Alert severity="warning">{text.blocked}</Alert>}
          <p className="form-actions">
            <Button severity="secondary" onClick={connect.cancel}>
              {messages.cancel}
            </Button>
            {(connect.blocked || connect.unseen) && <Button onClick={connect.reopen}>{connect.blocked ? text.open : text.again}</Button>}
          </p>
        </div>
      )}
    </Dialog>
  );
}
