import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useCompanyName, useFeature, useSettingUp, useSso } from '../../app/context.ts';
import { PageSpinner } from '../../app/PageSpinner.tsx';
import { getPathAfterLogin, loginPath, ssoReturnPath } from '../../app/routes.ts';
import { CheckField } from '../../shared/CheckField.tsx';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import './login.css';
import { LoginMark } from './parts/LoginMark.tsx';
import { useLogin } from './useLogin.ts';

const [SignInLink] = lazyComponent(() => import('./parts/SignInLink.tsx'));
const [SsoButton] = lazyComponent(() => import('./parts/SsoButton.tsx'));
const [SsoReturn] = lazyComponent(() => import('./parts/SsoReturn.tsx'));
const [CodeForm] = lazyComponent(() => import('./parts/CodeForm.tsx'));
const [AskForLink] = lazyComponent(() => import('./parts/AskForLink.tsx'));

const t = messages.loginFormText;
const forgotPath = `${loginPath}/forgot`;

/** spec 2.20 */
function LoginForm({ from }: { from: unknown }) {
  const company = useCompanyName();
  const { form, busy, leaving, error, dismiss, openIssuer, submit } = useLogin(from);
  const sso = useSso();
  const { errors } = form.formState;
  const hasLinks = useFeature('password-links');
  return (
    <main className="login">
      <form className="p-card login-card" onSubmit={submit} noValidate>
        <LoginMark />
        <h1>{fill(t.heading, { company })}</h1>
        <p className="muted">{t.sub}</p>
        {error !== null && <Alert onDismiss={dismiss}>{error}</Alert>}
        {sso && <SsoButton name={sso.name} busy={busy} leaving={leaving} open={openIssuer} />}
        {sso?.passwords !== 'nobody' && (
          <>
            <Field label={t.email} error={errors.email?.message ?? null}>
              {(controlProps) => (
                <Input
                  {...controlProps}
                  {...form.register('email')}
                  type="email"
                  placeholder={t.emailPlaceholder}
                  autoComplete="username"
                  disabled={busy}
                />
              )}
            </Field>
            <Field label={t.password} error={errors.password?.message ?? null}>
              {(controlProps) => (
                <Input
                  {...controlProps}
                  {...form.register('password')}
                  type="password"
                  placeholder={t.passwordPlaceholder}
                  autoComplete="current-password"
                  disabled={busy}
                />
              )}
            </Field>
            <CheckField control={form.control} name="remember_me" disabled={busy} label={t.rememberMe} />
            <Button type="submit" loading={busy && !leaving} unavailable={leaving} loadingLabel={t.submitting}>
              {t.submit}
            </Button>
          </>
        )}
        {(!sso || sso.passwords === 'everyone') && (
          <p className="muted login-note">
            {t.forgot} {hasLinks && <Link href={forgotPath}>{messages.signInLinks.forgot}</Link>}
          </p>
        )}
      </form>
    </main>
  );
}

/** spec 2.18: redirects a user who is already signed in to the requested page. */
function SignIn() {
  const { session } = useApp();
  const user = useSelector(session, (snapshot) => (snapshot.hasTag('authenticated') ? snapshot.context.user : null));
  const loading = useSelector(session, (snapshot) => snapshot.hasTag('loading'));
  const isCodeDue = useSelector(session, (snapshot) => snapshot.hasTag('codeAsked'));
  const state: unknown = useHistoryState();
  const settingUp = useSettingUp();
  const from = typeof state === 'object' && state !== null ? Reflect.get(state, 'from') : undefined;
  if (loading) return <PageSpinner />;
  if (!user) return isCodeDue ? <CodeForm /> : <LoginForm from={from} />;
  return <Redirect to={getPathAfterLogin(user, from, settingUp)} replace />;
}

/** Signing in, and the pages where people set a password from a link. */
export default function LoginScreen() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Switch>
        <Route path={`${loginPath}/link`}>
          <SignInLink />
        </Route>
        <Route path={ssoReturnPath}>
          <SsoReturn />
        </Route>
        <Route path={forgotPath}>
          <AskForLink />
        </Route>
        <Route>
          <SignIn />
        </Route>
      </Switch>
    </Suspense>
  );
}
