import { yupResolver } from '@hookform/resolvers/yup';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { fromPromise } from 'xstate';
import type { User } from '../../../contract/entities/user.ts';
import { userForm } from '../../../contract/forms/user.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useFeature, useToast } from '../../app/context.ts';
import { type ProfileBody, profileMachine } from '../../machines/people/profile.machine.ts';
import { createProfile } from '../../services/profile.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useUnsavedGuard } from '../../shared/useUnsavedGuard.ts';

const t = messages.profile;
const fieldNames = ['first_name', 'last_name', 'territory'] as const;
type Values = Record<(typeof fieldNames)[number], string>;
/** The fields of the user form that people may edit themselves (decisions 4.04). */
const profileForm = userForm.pick([...fieldNames]);

const toValues = (user: User): Values => ({
  first_name: user.first_name,
  last_name: user.last_name,
  territory: user.territory ?? '',
});
const toBody = (values: Values, dirty: Partial<Record<keyof Values, boolean>>): ProfileBody => ({
  ...(dirty.first_name ? { first_name: values.first_name } : {}),
  ...(dirty.last_name ? { last_name: values.last_name } : {}),
  ...(dirty.territory ? { territory: values.territory || null } : {}),
});

/** Saves the user's own details on the server (`profile`), otherwise for this visit only (spec 2.62). */
export const useProfile = (user: User) => {
  const { http, session } = useApp();
  const isLive = useFeature('profile');
  const toast = useToast();
  const form = useForm<Values>({ resolver: yupResolver<Values, unknown, Values>(profileForm as never), defaultValues: toValues(user) });
  const machine = useMemo(() => {
    const service = createProfile(http);
    const current = (): User => session.getSnapshot().context.user ?? user;
    return profileMachine.provide({
      actors: {
        saveProfile: fromPromise(async ({ input }) => {
          const savedProfile = isLive ? await service.save(input) : { ...current(), ...input };
          session.send({ type: 'user.changed', user: savedProfile });
        }),
      },
      actions: {
        resetForm: () => form.reset(toValues(current())),
        reportSaved: () => toast(t.updated),
      },
    });
  }, [http, isLive, session, user, toast, form.reset]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { fields, error } = snapshot.context;
  const { errors, isDirty, dirtyFields } = form.formState;
  useEffect(() => ref.send({ type: 'form.changed', dirty: isDirty }), [ref, isDirty]);
  const { setError } = form;
  useEffect(() => {
    for (const name of fieldNames) if (fields[name]) setError(name, { message: fields[name] });
  }, [fields, setError]);
  useUnsavedGuard(snapshot.hasTag('unsaved'));
  return {
    form,
    viewing: snapshot.matches('viewing'),
    busy: snapshot.matches('saving'),
    changed: snapshot.hasTag('unsaved'),
    error: fieldNames.some((name) => fields[name]) ? null : error,
    errorOf: (name: (typeof fieldNames)[number]): string | null => errors[name]?.message ?? null,
    edit: () => ref.send({ type: 'profile.edit' }),
    cancel: () => ref.send({ type: 'form.cancel' }),
    submit: form.handleSubmit((values) => ref.send({ type: 'form.submit', body: toBody(values, dirtyFields) })),
  };
};
