import { yupResolver } from '@hookform/resolvers/yup';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { fromPromise } from 'xstate';
import { changePasswordForm } from '../../../../contract/forms/session/changePassword.ts';
import { messages } from '../../../../contract/messages.ts';
import { useApp } from '../../../app/context.ts';
import { signInLinkMachine } from '../../../machines/session/signInLink.machine.ts';
import { alertUser } from '../../../services/browser.ts';
import { createSignInLinks } from '../../../services/signInLinks.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';

const chosenPassword = changePasswordForm.pick(['new_password', 'confirm']);
type PasswordFormValues = Readonly<{ new_password: string; confirm: string }>;

/** Connects the page of a link to the service, and to the session that signs in with the new password. */
export const useSignInLink = (token: string) => {
  const { http, session } = useApp();
  const form = useForm<PasswordFormValues>({ resolver: yupResolver(chosenPassword), defaultValues: { new_password: '', confirm: '' } });
  const machine = useMemo(() => {
    const links = createSignInLinks(http);
    return signInLinkMachine.provide({
      actors: {
        readLink: fromPromise(({ input }) => links.read(input)),
        takeLink: fromPromise(({ input }) => links.take(input)),
      },
      actions: {
        alertMismatch: () => alertUser(messages.changePassword.mismatch),
        signIn: (_, credentials) => session.send({ type: 'login.submit', credentials }),
      },
    });
  }, [http, session]);
  const ref = useMachineRef(machine, { token });
  const snapshot = useSelector(ref, (state) => state);
  const { context } = snapshot;
  const { setError } = form;
  useEffect(() => {
    const message = context.fields.new_password;
    if (message) setError('new_password', { message });
  }, [context.fields, setError]);
  const send = ({ new_password, confirm }: PasswordFormValues): void => ref.send({ type: 'password.submit', next: new_password, confirm });
  return {
    form,
    checking: snapshot.matches('checking'),
    failed: snapshot.matches('failed'),
    refused: snapshot.matches('refused'),
    taken: snapshot.matches('taken'),
    saving: snapshot.matches('saving'),
    email: context.email,
    error: context.fields.new_password ? null : context.error,
    retry: () => ref.send({ type: 'link.retry' }),
    submit: form.handleSubmit(send),
  };
};
