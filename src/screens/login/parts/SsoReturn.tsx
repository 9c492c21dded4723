import { shallowEqual, useSelector } from '@xstate/react';
import { Redirect } from 'wouter';
import { useApp, useSettingUp } from '../../../app/context.ts';
import { PageSpinner } from '../../../app/PageSpinner.tsx';
import { getPathAfterLogin, loginPath } from '../../../app/routes.ts';

/**
 * `/login/sso`: where the issuer sends the user back. The session machine requests the outcome; a refusal is shown above the login form.
 */
export default function SsoReturn() {
  const { session } = useApp();
  const settingUp = useSettingUp();
  const { user, returnTo, loading } = useSelector(
    session,
    (snapshot) => ({
      user: snapshot.hasTag('authenticated') ? snapshot.context.user : null,
      returnTo: snapshot.context.returnTo,
      loading: snapshot.hasTag('loading'),
    }),
    shallowEqual,
  );
  if (loading) return <PageSpinner />;
  if (!user) return <Redirect to={loginPath} replace />;
  return <Redirect to={getPathAfterLogin(user, returnTo, settingUp)} replace />;
}
