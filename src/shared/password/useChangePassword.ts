import { yupResolver } from '@hookform/resolvers/yup';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { fromPromise } from 'xstate';
import { type ChangePasswordForm, changePasswordForm } from '../../../contract/forms/session/changePassword.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useToast } from '../../app/context.ts';
import { changePasswordMachine } from '../../machines/session/changePassword.machine.ts';
import { alertUser } from '../../services/browser.ts';
import { useMachineRef } from '../useMachineRef.ts';

const fieldNames = ['current_password', 'new_password', 'confirm'] as const;

/** `live`: false for a server that cannot change passwords; no call is made then (spec 2.62). */
type Options = Readonly<{ live?: boolean; onChanged?: () => void }>;

/** Connects the form to the machine and notifies the session of the change. */
export const useChangePassword = ({ live = true, onChanged }: Options = {}) => {
  const { auth, session } = useApp();
  const toast = useToast();
  const form = useForm<ChangePasswordForm>({
    resolver: yupResolver(changePasswordForm),
    defaultValues: { current_password: '', new_password: '', confirm: '' },
  });
  const machine = useMemo(
    () =>
      changePasswordMachine.provide({
        actors: { changePassword: fromPromise(async ({ input }) => (live ? auth.changePassword(input) : undefined)) },
        actions: {
          alertMismatch: () => alertUser(messages.changePassword.mismatch),
          reportChanged: () => {
            onChanged?.();
            // No call was made, so there is nothing to confirm.
            if (!live) return;
            toast(messages.changePassword.done);
            const user = session.getSnapshot().context.user;
            if (user) session.send({ type: 'user.changed', user: { ...user, must_change_password: false } });
            session.send({ type: 'password.changed' });
          },
        },
      }),
    [auth, session, toast, onChanged, live],
  );
  const ref = useMachineRef(machine);
  const busy = useSelector(ref, (snapshot) => snapshot.matches('saving'));
  const error = useSelector(ref, (snapshot) => snapshot.context.error);
  const fields = useSelector(ref, (snapshot) => snapshot.context.fields);
  const { setError } = form;
  useEffect(() => {
    for (const name of fieldNames) if (fields[name]) setError(name, { message: fields[name] });
  }, [fields, setError]);
  const send = ({ current_password, new_password, confirm }: ChangePasswordForm): void =>
    ref.send({ type: 'password.submit', current: current_password, next: new_password, confirm });
  return {
    form,
    busy,
    error: Object.keys(fields).length > 0 ? null : error,
    // spec 5.10: a mismatch is reported in addition to other errors.
    submit: form.handleSubmit(send, () => {
      const values = form.getValues();
      if (values.new_password !== values.confirm) send(values);
    }),
  };
};
