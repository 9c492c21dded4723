import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import type { AnyObjectSchema } from 'yup';
import { connectionNameForm } from '../../../../contract/forms/connectionName.ts';
import { quickbooksForm, toSuffix } from '../../../../contract/forms/quickbooks.ts';
import { limits } from '../../../../contract/limits.ts';
import { integrationMessages, quickbooksSuffix, vendorConnect } from '../../../../contract/messages/integrations.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import type { SignIn, SignInField } from './useSignIn.ts';

type SignInValues = Partial<Record<SignInField, string>>;
type Props = Readonly<{ connect: SignIn; standIn: Readonly<Record<string, string>> | null }>;

/** spec 5.05: the suffix of a QuickBooks company is forced upper case. */
const fields = {
  invoice_suffix: {
    form: quickbooksForm,
    label: quickbooksSuffix.suffix,
    hint: (suffix: string) => fill(quickbooksSuffix.suffixHint, { suffix: suffix || 'ABC' }),
    maxLength: limits.connections.suffixMax,
    normalize: toSuffix,
  },
  name: {
    form: connectionNameForm,
    label: vendorConnect.name,
    hint: () => vendorConnect.nameHint,
    maxLength: limits.connections.nameMax,
    normalize: (text: string) => text,
  },
} as const;

/** spec 2.53, 5.05: asks for the suffix or name of a connection, then shows the progress of the vendor's sign-in. */
export default function SignInDialog({ connect, standIn }: Props) {
  const name = connect.field;
  const { form, label, hint, maxLength, normalize } = fields[name];
  const { register, handleSubmit, formState, setValue, watch } = useForm<SignInValues>({
    defaultValues: { [name]: connect.typed || (standIn?.[name] ?? '') },
    resolver: yupResolver(form as AnyObjectSchema) as never,
  });
  const field = register(name, { onChange: ({ target }) => setValue(name, normalize(String(target.value))) });
  const words = { kind: integrationMessages[connect.kind].name };
  const [title, waiting] = [fill(vendorConnect.title, words), fill(vendorConnect.waiting, words)];
  const isForm = connect.editing || connect.asking;
  return (
    <Dialog title={title} size="small" onClose={connect.cancel}>
      {isForm ? (
        <form className="form-stack" onSubmit={handleSubmit((values) => connect.submit(values[name] ?? ''))} noValidate>
          {connect.error !== null && <Alert>{connect.error}</Alert>}
          <Field label={label} hint={hint(watch(name) ?? '')} error={formState.errors[name]?.message ?? null}>
            {(controlProps) => <Input {...controlProps} {...field} maxLength={maxLength} disabled={connect.asking} autoComplete="off" />}
          </Field>
          <p className="form-actions">
            <Button severity="secondary" onClick={connect.cancel}>
              {messages.cancel}
            </Button>
            <Button type="submit" loading={connect.asking} loadingLabel={fill(vendorConnect.asking, words)}>
              {vendorConnect.submit}
            </Button>
          </p>
        </form>
      ) : (
        <div className="form-stack">
          {connect.waiting && (
            <div className="integration-badges">
              <Spinner label={waiting} />
              <span aria-hidden="true">{waiting}</span>
            </div>
          )}
          {connect.unseen && <Alert severity="warning">{fill(vendorConnect.unseen, words)}</Alert>}
          {connect.blocked && <Alert severity="warning">{fill(vendorConnect.blocked, words)}</Alert>}
          <p className="form-actions">
            <Button severity="secondary" onClick={connect.cancel}>
              {messages.cancel}
            </Button>
            {(connect.blocked || connect.unseen) && (
              <Button onClick={connect.reopen}>{connect.blocked ? fill(vendorConnect.open, words) : vendorConnect.again}</Button>
            )}
          </p>
        </div>
      )}
    </Dialog>
  );
}
