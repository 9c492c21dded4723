import { yupResolver } from '@hookform/resolvers/yup';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { fromPromise } from 'xstate';
import { loginForm } from '../../../../contract/forms/session/login.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useApp } from '../../../app/context.ts';
import { loginPath } from '../../../app/routes.ts';
import { askForLinkMachine } from '../../../machines/session/askForLink.machine.ts';
import { createSignInLinks } from '../../../services/signInLinks.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';

const t = messages.signInLinks;

const useAskForLink = () => {
  const { http } = useApp();
  const form = useForm<{ email: string }>({ resolver: yupResolver(loginForm.pick(['email'])), defaultValues: { email: '' } });
  const machine = useMemo(() => {
    const links = createSignInLinks(http);
    return askForLinkMachine.provide({ actors: { askForLink: fromPromise(({ input }) => links.ask(input)) } });
  }, [http]);
  const ref = useMachineRef(machine);
  const { value, context } = useSelector(ref, (snapshot) => snapshot);
  return { form, state: value, ...context, submit: form.handleSubmit(({ email }) => ref.send({ type: 'link.ask', email: email.trim() })) };
};

/** `/login/forgot`: asks for a link by email. */
export default function AskForLink() {
  const { form, state, email, error, submit } = useAskForLink();
  const busy = state === 'sending';
  return (
    <main className="login">
      <form className="p-card login-card" onSubmit={submit} noValidate>
        <h1>{t.forgotTitle}</h1>
        {state === 'sent' ? (
          <p role="status">{fill(t.sent, { email })}</p>
        ) : (
          <>
            <p className="muted">{t.forgotHint}</p>
            {error !== null && <Alert>{error}</Alert>}
            <Field label={messages.loginFormText.email} error={form.formState.errors.email?.message ?? null}>
              {(controlProps) => (
                <Input {...controlProps} {...form.register('email')} type="email" autoComplete="username" disabled={busy} />
              )}
            </Field>
            <Button type="submit" loading={busy} loadingLabel={t.sending}>
              {t.send}
            </Button>
          </>
        )}
        <p className="muted login-note">
          <Link href={loginPath}>{t.back}</Link>
        </p>
      </form>
    </main>
  );
}
