import { useController } from 'react-hook-form';
import { messages } from '../../../../contract/messages.ts';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { RefusedAlert } from '../../../ui/form/RefusedAlert.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import { useUserForm } from '../useUserForm.ts';
import { Dates } from './Dates.tsx';
import { UserImpactCard } from './Impact.tsx';
import { LeaveFields } from './Leaves.tsx';
import { PersonHistory } from './PersonHistory.tsx';

const t = messages.userFormText;
type Binding = ReturnType<typeof useUserForm>;

/** A select; below it, the value another admin saved in the meantime. */
function Choice({ binding, name, label }: { binding: Binding; name: 'role' | 'territory'; label: string }) {
  const otherValue = binding.theirsOf(name);
  return (
    <Field label={label} error={binding.errorOf(name)} {...(otherValue ? { hint: otherValue } : {})}>
      {(controlProps) => (
        <Select {...controlProps} {...binding.form.register(name)} options={binding.options[name]} disabled={binding.busy} />
      )}
    </Field>
  );
}

/** Chooses the manager; searchable because there are many people. */
function Manager({ binding }: { binding: Binding }) {
  const otherValue = binding.theirsOf('manager_id');
  const { field } = useController({ control: binding.form.control, name: 'manager_id' });
  return (
    <Field label={t.manager} error={binding.errorOf('manager_id')} {...(otherValue ? { hint: otherValue } : {})}>
      {(controlProps) => (
        <Picker
          {...controlProps}
          label={t.manager}
          value={field.value}
          options={binding.options.manager_id}
          disabled={binding.busy}
          onChange={field.onChange}
        />
      )}
    </Field>
  );
}

function Name({ binding, name, label }: { binding: Binding; name: 'first_name' | 'last_name'; label: string }) {
  const otherValue = binding.theirsOf(name);
  return (
    <Field label={label} error={binding.errorOf(name)} {...(otherValue ? { hint: otherValue } : {})}>
      {(controlProps) => <Input {...controlProps} {...binding.form.register(name)} autoComplete="off" disabled={binding.busy} />}
    </Field>
  );
}

/** spec 2.58, 5.09: Add User, or Edit User for an existing one. */
export default function UserDialog(props: Parameters<typeof useUserForm>[0]) {
  const binding = useUserForm(props);
  const { form, busy, isEdit } = binding;
  return (
    <FormDialog
      title={isEdit ? t.editTitle : t.addTitle}
      onClose={binding.close}
      busy={busy}
      unready={binding.impact?.loading === true}
      save={t.save}
      saving={t.saving}
      onSubmit={binding.submit}
      layout="users-form"
    >
      {binding.error !== null && (
        <RefusedAlert conflicted={binding.conflicted} onTakeNewest={binding.takeNewest}>
          {binding.error}
        </RefusedAlert>
      )}
      <Name binding={binding} name="first_name" label={t.firstName} />
      <Name binding={binding} name="last_name" label={t.lastName} />
      <Field label={t.email} error={binding.errorOf('email')} {...(isEdit ? { hint: t.emailFixed } : {})}>
        {(controlProps) => (
          <Input {...controlProps} {...form.register('email')} type="email" autoComplete="off" readOnly={isEdit} disabled={busy} />
        )}
      </Field>
      <Choice binding={binding} name="role" label={t.role} />
      <Choice binding={binding} name="territory" label={t.territory} />
      <Manager binding={binding} />
      {binding.managersError !== null && <Alert severity="warning">{binding.managersError}</Alert>}
      <Dates binding={binding} />
      <Field label={t.password} hint={isEdit ? t.passwordEdit : t.passwordNew} error={binding.errorOf('password')}>
        {(controlProps) => (
          <Input {...controlProps} {...form.register('password')} type="password" autoComplete="new-password" disabled={busy} />
        )}
      </Field>
      {binding.dates && props.subject && <LeaveFields binding={binding} />}
      {binding.impact && <UserImpactCard {...binding.impact} />}
      {binding.dates && props.subject && <PersonHistory userId={props.subject.id} users={props.users} />}
    </FormDialog>
  );
}
