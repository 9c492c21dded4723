import { yupResolver } from '@hookform/resolvers/yup';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { fromPromise } from 'xstate';
import { fullName, roleLabels, roles, territories, type User } from '../../../contract/entities/user.ts';
import { newUserForm, userForm } from '../../../contract/forms/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type SavedUser, type UserBody, userFormMachine } from '../../machines/people/userForm.machine.ts';
import { confirmWithUser } from '../../services/browser.ts';
import { readAllPages } from '../../services/pages.ts';
import { useAnswer } from '../../shared/useAnswer.ts';
import { useFormDraft } from '../../shared/useFormDraft.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useUnsavedGuard } from '../../shared/useUnsavedGuard.ts';
import type { Users } from './useUsers.ts';

const text = messages.userForm;
const fieldNames = ['first_name', 'last_name', 'email', 'role', 'territory', 'manager_id', 'password'] as const;
type FieldName = (typeof fieldNames)[number];
type Values = Record<FieldName, string>;

const valuesOf = (user: User | null): Values => ({
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  email: user?.email ?? '',
  role: user?.role ?? '',
  territory: user?.territory ?? '',
  manager_id: user?.manager_id ?? '',
  password: '',
});

/** spec 7.14, 7.16: what is optional goes only where it says something; the address never goes again. */
const bodyOf = ({ email, password, territory, manager_id, ...person }: Values, subject: User | null): UserBody => {
  const secret = password === '' ? {} : { password };
  if (!subject)
    return { ...person, email, ...(territory === '' ? {} : { territory }), ...(manager_id === '' ? {} : { manager_id }), ...secret };
  const manager = manager_id === (subject.manager_id ?? '') ? {} : { manager_id: manager_id || null };
  return { ...person, territory: territory || null, ...manager, ...secret };
};

/** Active people and the current manager. */
const useManagers = (users: Users, subject: User | null) => {
  const { answer, error } = useAnswer<readonly User[]>(() => readAllPages(users.service.page, {}), {}, text.managersFailed);
  const people = (answer ?? []).filter((user) => user.id !== subject?.id && (user.active || user.id === subject?.manager_id));
  const known = people.map((user) => ({ value: user.id, label: fullName(user) }));
  const current = subject?.manager_id ?? '';
  // Until the list is there, the form does not forget whom it started from.
  const unknown = current !== '' && !known.some(({ value }) => value === current) ? [{ value: current, label: `#${current}` }] : [];
  return { options: [{ value: '', label: text.noManager }, ...known, ...unknown], error };
};

type Options = Readonly<{ subject: User | null; users: Users }>;

/** Binds the fields, the form's machine and the service. */
export const useUserForm = ({ subject, users }: Options) => {
  const form = useForm<Values>({
    resolver: yupResolver<Values, unknown, Values>((subject ? userForm : newUserForm) as never),
    defaultValues: valuesOf(subject),
  });
  useFormDraft(form, `user.${subject?.id ?? ''}`, { without: ['password'], version: subject?.version });
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once for one opened form.
  const machine = useMemo(
    () =>
      userFormMachine.provide({
        actors: {
          saveForm: fromPromise(
            async ({ input: { edited, body } }): Promise<SavedUser> =>
              edited
                ? { user: await users.service.update(edited.id, body, edited.version, subject), password: null }
                : users.service.create(body),
          ),
        },
        actions: {
          askDiscard: ({ self }) => confirmWithUser(text.confirmDiscard) && self.send({ type: 'close.confirmed' }),
          reportSaved: (_, { saved }) => users.formSaved(saved.user, saved.password),
          reportClosed: () => users.formClosed(),
        },
      }),
    [],
  );
  const edited = subject && { id: subject.id, version: subject.version ?? null };
  const ref = useMachineRef(machine, { edited });
  const snapshot = useSelector(ref, (each) => each);
  const { newest, fields, error } = snapshot.context;
  const managers = useManagers(users, subject);
  const conflicted = snapshot.matches({ open: 'conflicted' });

  const { setError } = form;
  useEffect(() => {
    for (const name of fieldNames) if (fields[name]) setError(name, { message: fields[name] });
  }, [fields, setError]);

  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty && snapshot.hasTag('unsaved'));
  const options = {
    role: [{ value: '', label: '' }, ...roles.map((value) => ({ value, label: roleLabels[value] }))],
    territory: [{ value: '', label: text.noTerritory }, ...territories.map((value) => ({ value, label: value }))],
    manager_id: managers.options,
  };
  const shown = (name: FieldName, value: string): string => {
    const known = name in options ? options[name as keyof typeof options].find((option) => option.value === value)?.label : value;
    return known || text.nothing;
  };
  return {
    form,
    isEdit: subject !== null,
    options,
    managersError: managers.error,
    busy: snapshot.hasTag('busy'),
    conflicted,
    /** What a field says itself is not said twice. */
    error: fieldNames.some((name) => fields[name]) ? null : error,
    errorOf: (name: FieldName): string | null => errors[name]?.message ?? null,
    /** What another user has saved since, where it differs from what is typed. */
    theirsOf: (name: FieldName): string | undefined => {
      if (!conflicted || !newest || name === 'password') return undefined;
      const theirs = valuesOf(newest)[name];
      return theirs === form.watch(name) ? undefined : fill(text.theirs, { value: shown(name, theirs) });
    },
    submit: form.handleSubmit((values) => ref.send({ type: 'form.submit', body: bodyOf(values, newest ?? subject) })),
    takeNewest: () => {
      form.reset(valuesOf(newest));
      ref.send({ type: 'newest.take' });
    },
    close: () => ref.send({ type: 'close.ask', dirty: isDirty }),
  };
};
