import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { SnapshotFrom } from 'xstate';
import type { LoginForm } from '../../../contract/forms/session/login.ts';
import type { App } from '../../app/compose.ts';
import { useApp } from '../../app/context.ts';

type Snapshot = SnapshotFrom<App['session']>;
const isAtIssuer = (snapshot: Snapshot): boolean => snapshot.matches('askingIssuer') || snapshot.matches('leaving');

/** The form owns its fields; the session machine owns the sign-in (spec 2.20, 5.01). */
export const useLogin = (from: unknown) => {
  const { session } = useApp();
  const form = useForm<LoginForm>({
    defaultValues: { email: '', password: '', remember_me: false },
    // Loaded with the first submit to keep the login page small.
    resolver: async (values, context, options) => {
      const [{ yupResolver }, { loginForm }] = await Promise.all([
        import('@hookform/resolvers/yup'),
        import('../../../contract/forms/session/login.ts'),
      ]);
      return yupResolver(loginForm)(values, context, options);
    },
  });
  const busy = useSelector(session, (snapshot) => snapshot.matches('signingIn') || isAtIssuer(snapshot));
  const leaving = useSelector(session, isAtIssuer);
  const error = useSelector(session, (snapshot) => snapshot.context.error);
  const { setFocus } = form;
  useEffect(() => setFocus('email'), [setFocus]);
  // The field was disabled during the request and lost focus. After a refusal, the user types the password again.
  useEffect(() => {
    if (error !== null && !busy) setFocus('password', { shouldSelect: true });
  }, [busy, error, setFocus]);
  return {
    form,
    busy,
    leaving,
    error,
    openIssuer: () => {
      const body = { remember_me: form.getValues('remember_me'), return_to: typeof from === 'string' ? from : null };
      session.send({ type: 'sso.submit', body });
    },
    dismiss: () => session.send({ type: 'login.edit' }),
    submit: form.handleSubmit((credentials) => session.send({ type: 'login.submit', credentials })),
  };
};
