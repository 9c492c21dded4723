import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { type DefaultValues, useForm } from 'react-hook-form';
import { fromPromise } from 'xstate';
import type { Preferences, User } from '../../../contract/entities/user.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { settingsFormMachine } from '../../machines/settings/settingsForm.machine.ts';
import { createProfile } from '../../services/profile.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

type Key = 'dashboard_settings' | 'notification_settings';
type Fields<K extends Key> = Omit<Preferences[K], 'time_zone'>;
type Required<K extends Key> = { [Field in keyof Fields<K>]-?: NonNullable<Fields<K>[Field]> };

const withPreference = (user: User, key: Key, body: Preferences[Key]): User => ({
  ...user,
  preferences: { ...user.preferences, [key]: { ...user.preferences?.[key], ...body } },
});

/** Connects one tab to its preference: the fields are here, the machine saves them, and the session holds the saved values. */
export const useSettingsForm = <K extends Key>(user: User, key: K, values: Required<K>) => {
  const { http, session } = useApp();
  const form = useForm<Required<K>>({ defaultValues: values as DefaultValues<Required<K>> });
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once per person.
  const machine = useMemo(() => {
    const service = createProfile(http);
    return settingsFormMachine.provide({
      actors: { saveSettings: fromPromise(({ input }) => service.savePreference(user.id, key, input)) },
      actions: {
        resetForm: () => form.reset(),
        reportSaved: (_, { body }) => {
          const current = session.getSnapshot().context.user;
          if (!body || current?.id !== user.id) return;
          form.reset(form.getValues());
          session.send({ type: 'user.changed', user: withPreference(current, key, body) });
        },
      },
    });
  }, [http, session, user.id, key]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { isDirty } = form.formState;
  // Digests are sent in the morning of the user's time zone, so it is stored too. Other providers must not get an unknown field.
  const storesZone = useFeature('no-push') && key === 'notification_settings';
  const withZone = (body: Preferences[K]): Preferences[K] =>
    storesZone ? { ...body, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } : body;
  useEffect(() => ref.send({ type: 'form.changed', dirty: isDirty }), [ref, isDirty]);
  return {
    form,
    unsaved: snapshot.hasTag('unsaved'),
    busy: snapshot.matches('saving'),
    saved: snapshot.matches('saved'),
    error: snapshot.context.error,
    maySave: snapshot.matches('changed'),
    cancel: () => ref.send({ type: 'form.cancel' }),
    submit: form.handleSubmit((body) => ref.send({ type: 'form.submit', body: withZone(body as Preferences[K]) })),
  };
};
