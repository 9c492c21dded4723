import { yupResolver } from '@hookform/resolvers/yup';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { fromPromise } from 'xstate';
import type { UserChange, UserImpact } from '../../../contract/entities/people.ts';
import { fullName, roleLabels, roles, type User } from '../../../contract/entities/user.ts';
import { newUserForm, userForm } from '../../../contract/forms/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { useFeature, useTerritoriesOf, useToday } from '../../app/context.ts';
import { type SavedUser, type UserBody, userFormMachine } from '../../machines/people/userForm.machine.ts';
import { confirmWithUser } from '../../services/browser.ts';
import { readAllPages } from '../../services/pages.ts';
import { useAnswer, useAnswerTo } from '../../shared/useAnswer.ts';
import { useFormDraft } from '../../shared/useFormDraft.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useUnsavedGuard } from '../../shared/useUnsavedGuard.ts';
import { formatDate } from '../../ui/display/format.ts';
import { parseLeaves, toLeavesText } from './leaveFields.ts';
import type { Users } from './useUsers.ts';

const t = messages.userFormText;
const dayNames = ['effective_from', 'employment_start', 'employment_end'] as const;
const fieldNames = [
  'first_name',
  'last_name',
  'email',
  'role',
  'territory',
  'manager_id',
  'employee_number',
  'password',
  'leaves',
  ...dayNames,
] as const;
type FieldName = (typeof fieldNames)[number];
type Values = Record<FieldName, string>;

const toValues = (user: User | null, today: Day): Values => ({
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  email: user?.email ?? '',
  role: user?.role ?? '',
  territory: user?.territory ?? '',
  manager_id: user?.manager_id ?? '',
  employee_number: user?.employee_number ?? '',
  password: '',
  leaves: toLeavesText(user?.leaves ?? []),
  effective_from: today,
  employment_start: user?.employment_start ?? '',
  employment_end: user?.employment_end ?? '',
});

/** The employee number if it differs from the stored one. */
const toNumberChange = ({ employee_number: enteredNumber }: Values, subject: User | null): Pick<UserChange, 'employee_number'> =>
  enteredNumber.trim() === (subject?.employee_number ?? '') ? {} : { employee_number: enteredNumber.trim() || null };

/** All leaves if one differs from the stored ones. */
const toLeavesChange = ({ leaves }: Values, subject: User): Pick<UserChange, 'leaves'> =>
  leaves === toLeavesText(subject.leaves ?? []) ? {} : { leaves: parseLeaves(leaves) };

/** The leave changes, once every leave has both days. */
const toCompleteLeaves = (values: Values, subject: User): Pick<UserChange, 'leaves'> => {
  const change = toLeavesChange(values, subject);
  return change.leaves?.every(({ from, to }) => from !== '' && to !== '') ? change : {};
};

type DatedChange = Pick<UserChange, 'role' | 'territory' | 'manager_id' | 'employment_start' | 'employment_end'>;
/** The dated fields that differ from the stored ones. */
const toDatedChange = (values: Partial<Values>, subject: User | null): DatedChange => ({
  ...(subject && values.role === subject.role ? {} : { role: values.role }),
  ...((values.territory ?? '') === (subject?.territory ?? '') ? {} : { territory: values.territory || null }),
  ...((values.manager_id ?? '') === (subject?.manager_id ?? '') ? {} : { manager_id: values.manager_id || null }),
  ...((values.employment_start ?? '') === (subject?.employment_start ?? '') ? {} : { employment_start: values.employment_start || null }),
  ...((values.employment_end ?? '') === (subject?.employment_end ?? '') ? {} : { employment_end: values.employment_end || null }),
});
const hasFirstDay = ({ role, territory, manager_id }: DatedChange): boolean =>
  [role, territory, manager_id].some((value) => value !== undefined);

/** spec 7.14, 7.16: omits empty optional fields and, in an edit, the email address; `effective_from` only with a dated change. */
const toBody = (values: Values, subject: User | null, today: Day): UserBody => {
  const { first_name, last_name, email, role, password, effective_from } = values;
  const secret = { ...(password === '' ? {} : { password }), ...toNumberChange(values, subject) };
  const datedChange = toDatedChange(values, subject);
  if (!subject) return { first_name, last_name, email, ...datedChange, role, ...secret };
  const otherFields = { ...secret, ...toLeavesChange(values, subject) };
  const isToday = effective_from === '' || effective_from === today;
  if (!isToday && hasFirstDay(datedChange)) return { first_name, last_name, ...datedChange, effective_from, ...otherFields };
  return { first_name, last_name, role, territory: values.territory || null, ...datedChange, ...otherFields };
};

/** The impact of changes of dated fields and leaves; null without such changes, or for a new user. */
const useImpact = (users: Users, subject: User | null, body: UserChange | null) => {
  const binding = useAnswerTo<UserImpact | null>(
    async ({ body }) => (subject && body ? users.service.impact(subject.id, JSON.parse(body) as UserChange) : null),
    body ? { body: JSON.stringify(body) } : {},
    t.impactFailed,
  );
  return body ? { impact: binding.stale ? null : binding.answer, loading: binding.loading, error: binding.error } : null;
};

/** Active people plus the current manager. */
const useManagers = (users: Users, subject: User | null) => {
  const { answer, error } = useAnswer<readonly User[]>(() => readAllPages(users.service.page, {}), {}, t.managersFailed);
  const people = (answer ?? []).filter((user) => user.id !== subject?.id && (user.active || user.id === subject?.manager_id));
  const knownManagers = people.map((user) => ({ value: user.id, label: fullName(user) }));
  const currentId = subject?.manager_id ?? '';
  // Keeps the current manager selectable while the list loads.
  const unknownOption =
    currentId !== '' && !knownManagers.some(({ value }) => value === currentId) ? [{ value: currentId, label: `#${currentId}` }] : [];
  return { options: [{ value: '', label: t.noManager }, ...knownManagers, ...unknownOption], error };
};

type Options = Readonly<{ subject: User | null; users: Users }>;

/** Connects the fields, the form's machine and the service. */
export const useUserForm = ({ subject, users }: Options) => {
  const today = useToday();
  const hasDates = useFeature('people-dates');
  const form = useForm<Values>({
    resolver: yupResolver<Values, unknown, Values>((subject ? userForm : newUserForm) as never),
    defaultValues: toValues(subject, today),
  });
  useFormDraft(form, `user.${subject?.id ?? ''}`, { without: ['password'], version: subject?.version });
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once per opened form.
  const machine = useMemo(
    () =>
      userFormMachine.provide({
        actors: {
          saveForm: fromPromise(
            async ({ input: { edited: target, body } }): Promise<SavedUser> =>
              target
                ? { user: await users.service.update(target.id, body, target.version, subject), password: null }
                : users.service.create(body),
          ),
        },
        actions: {
          askDiscard: ({ self }) => confirmWithUser(t.confirmDiscard) && self.send({ type: 'close.confirmed' }),
          reportSaved: (_, { saved }) => users.formSaved(saved.user, saved.password),
          reportClosed: () => users.formClosed(),
        },
      }),
    [],
  );
  const target = subject && { id: subject.id, version: subject.version ?? null };
  const ref = useMachineRef(machine, { edited: target });
  const snapshot = useSelector(ref, (state) => state);
  const { newest, fields, error } = snapshot.context;
  const datedChange = toDatedChange(form.watch(), newest ?? subject);
  const from = form.watch('effective_from') || today;
  const firstDay = hasFirstDay(datedChange) ? { effective_from: from } : {};
  const payChanges = subject ? { ...datedChange, ...toCompleteLeaves(form.watch(), newest ?? subject) } : datedChange;
  const impact = useImpact(
    users,
    subject,
    hasDates && subject && Object.keys(payChanges).length > 0 ? { ...payChanges, ...firstDay } : null,
  );
  const managers = useManagers(users, subject);
  const isConflicted = snapshot.matches({ open: 'conflicted' });

  const { setError } = form;
  useEffect(() => {
    for (const name of fieldNames) if (fields[name]) setError(name, { message: fields[name] });
  }, [fields, setError]);

  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty && snapshot.hasTag('unsaved'));
  const options = {
    role: [{ value: '', label: t.chooseRole }, ...roles.map((value) => ({ value, label: roleLabels[value] }))],
    territory: [{ value: '', label: t.noTerritory }, ...useTerritoriesOf(newest ?? subject).map((value) => ({ value, label: value }))],
    manager_id: managers.options,
  };
  const toDisplayText = (name: FieldName, value: string): string => {
    const knownLabel = name in options ? options[name as keyof typeof options].find((option) => option.value === value)?.label : value;
    return knownLabel || t.nothing;
  };
  return {
    form,
    isEdit: subject !== null,
    /** True if the server stores employment and effective dates (decisions 1.03). */
    dates: hasDates,
    today,
    asksFirstDay: hasDates && subject !== null && hasFirstDay(datedChange),
    /** Shown for a start after the recorded last day, which means that the person is employed again. */
    againHint:
      subject?.employment_end && form.watch('employment_start') > subject.employment_end
        ? fill(t.employmentAgain, { day: formatDate(subject.employment_end) })
        : null,
    impact,
    options,
    managersError: managers.error,
    busy: snapshot.hasTag('busy'),
    conflicted: isConflicted,
    /** Null if a field already shows its own error. */
    error: fieldNames.some((name) => fields[name]) ? null : error,
    errorOf: (name: FieldName): string | null => errors[name]?.message ?? null,
    /** The value another user saved in the meantime, if it differs from the typed one. */
    theirsOf: (name: FieldName): string | undefined => {
      if (!isConflicted || !newest || name === 'password') return undefined;
      const latestValue = toValues(newest, today)[name];
      return latestValue === form.watch(name) ? undefined : fill(t.theirs, { value: toDisplayText(name, latestValue) });
    },
    submit: form.handleSubmit((values) => ref.send({ type: 'form.submit', body: toBody(values, newest ?? subject, today) })),
    takeNewest: () => {
      form.reset(toValues(newest, today));
      ref.send({ type: 'newest.take' });
    },
    close: () => ref.send({ type: 'close.ask', dirty: isDirty }),
  };
};
