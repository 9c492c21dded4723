import { adjustmentKindLabels, adjustmentKinds } from '../../../../contract/entities/adjustment.ts';
import { fullName, type User } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { can } from '../../../../contract/permissions.ts';
import { useApp, useFeature, useUser } from '../../../app/context.ts';
import { readAllPages } from '../../../services/pages.ts';
import { createUsers } from '../../../services/users.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import { ObjectiveFields } from './ObjectiveFields.tsx';
import type { useAdjustmentForm } from './useAdjustmentForm.ts';

const t = messages.adjustmentFormText;
const kindOptions = [
  { value: '', label: t.kindChoose },
  ...adjustmentKinds.map((value) => ({ value, label: adjustmentKindLabels[value].label })),
];

/** The people for whom the user may create adjustments (spec 6.03), sorted by name; former employees are marked. */
const useEligiblePeople = () => {
  const { http } = useApp();
  const user = useUser();
  const pages = useFeature('users-pages');
  const isEligible = ({ id, manager_id }: User): boolean => can(user, 'adjustment:write', { owner_id: id, owner_manager_id: manager_id });
  const toOption = (person: User) => {
    const name = fullName(person);
    return { value: person.id, label: person.active ? name : fill(t.personHasLeft, { name }) };
  };
  const load = async () => {
    const people = await readAllPages(createUsers(http, { pages, temporary: false }).page, {});
    return people
      .filter(isEligible)
      .map(toOption)
      .toSorted((a, b) => a.label.localeCompare(b.label));
  };
  return useAnswer<{ value: string; label: string }[]>(load, {}, t.peopleFailed);
};

/** decisions 2.25: the person, the effective day and the kind of adjustment. */
export function PersonFields({ binding }: { binding: ReturnType<typeof useAdjustmentForm> }) {
  const { form, busy, errorOf, hintOf } = binding;
  const people = useEligiblePeople();
  return (
    <>
      {people.error !== null && <Alert onRetry={people.retry}>{people.error}</Alert>}
      <Field label={t.personField} {...hintOf('user_id')} error={errorOf('user_id')}>
        {(controlProps) => (
          <Picker
            {...controlProps}
            label={t.personField}
            value={form.watch('user_id')}
            options={[{ value: '', label: t.personChoose }, ...(people.answer ?? [])]}
            disabled={busy}
            onChange={binding.choosePerson}
          />
        )}
      </Field>
      <div className="adjustment-person">
        <Field label={t.effectiveDay} {...hintOf('effective_date', t.effectiveDayHint)} error={errorOf('effective_date')}>
          {(controlProps) => <Input {...controlProps} {...form.register('effective_date')} type="date" disabled={busy} />}
        </Field>
        <Field label={t.kind} {...hintOf('kind')} error={errorOf('kind')}>
          {(controlProps) => <Select {...controlProps} {...form.register('kind')} options={kindOptions} disabled={busy} />}
        </Field>
      </div>
      {binding.objectives.length > 0 && <ObjectiveFields binding={binding} />}
    </>
  );
}
