import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { Link, Redirect } from 'wouter';
import { fullName } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useApp, useSettingUp } from '../../../app/context.ts';
import { PageSpinner } from '../../../app/PageSpinner.tsx';
import { getPathAfterLogin, loginPath } from '../../../app/routes.ts';
import { onUrlChange, readUrlToken } from '../../../services/signInLinks.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import CodeForm from './CodeForm.tsx';
import { useSignInLink } from './useSignInLink.ts';

const t = messages.signInLinks;
const fields = [
  { name: 'new_password', label: messages.changePassword.next },
  { name: 'confirm', label: messages.changePassword.confirm },
] as const;

function ChoosePassword({ link }: { link: ReturnType<typeof useSignInLink> }) {
  const { session } = useApp();
  const isSigningIn = useSelector(session, (snapshot) => snapshot.matches('signingIn'));
  const signInError = useSelector(session, (snapshot) => snapshot.context.error);
  const { form, checking, failed, refused, taken, saving, email, retry, submit } = link;
  const busy = saving || isSigningIn;
  // An error from the previous session is unrelated to the link.
  const error = link.error ?? (taken ? signInError : null);
  const { errors } = form.formState;
  if (checking) return <PageSpinner />;
  const isAsking = !failed && !refused && (!taken || isSigningIn);
  return (
    <form className="p-card login-card" onSubmit={submit} noValidate>
      <h1>{t.title}</h1>
      {email !== null && !refused && <p className="muted">{fill(t.greeting, { email })}</p>}
      {error !== null && <Alert {...(failed ? { onRetry: retry } : {})}>{error}</Alert>}
      {isAsking && (
        <>
          {/* Password managers store the password under this name. */}
          <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
          {fields.map(({ name, label }) => (
            <Field key={name} label={label} error={errors[name]?.message ?? null}>
              {(controlProps) => (
                <Input {...controlProps} {...form.register(name)} type="password" autoComplete="new-password" disabled={busy} />
              )}
            </Field>
          ))}
          <Button type="submit" loading={busy} loadingLabel={t.submitting}>
            {t.submit}
          </Button>
        </>
      )}
      {!isAsking && (
        <p className="muted login-note">
          <Link href={loginPath}>{t.back}</Link>
        </p>
      )}
    </form>
  );
}

function LinkPage({ token }: { token: string }) {
  const { session } = useApp();
  const user = useSelector(session, (snapshot) => (snapshot.hasTag('authenticated') ? snapshot.context.user : null));
  const link = useSignInLink(token);
  const settingUp = useSettingUp();
  const isCodeDue = useSelector(session, (snapshot) => snapshot.hasTag('codeAsked'));
  if (link.taken && isCodeDue) return <CodeForm />;
  if (user && link.taken) return <Redirect to={getPathAfterLogin(user, undefined, settingUp)} replace />;
  return (
    <main className="login">
      {user ? (
        <section className="p-card login-card">
          <h1>{t.title}</h1>
          <p>{fill(t.signedInAs, { name: fullName(user) })}</p>
          <Button onClick={() => session.send({ type: 'logout.submit' })}>{t.signOut}</Button>
        </section>
      ) : (
        <ChoosePassword link={link} />
      )}
    </main>
  );
}

/** `/login/link#TOKEN`: an invitation or a requested password link. */
export default function SignInLink() {
  const token = useSyncExternalStore(onUrlChange, readUrlToken);
  return <LinkPage key={token} token={token} />;
}
