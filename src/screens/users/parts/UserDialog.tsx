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
import { History } from './History.tsx';
import { UserImpactCard } from './Impact.tsx';
import { Leaves } from './Leaves.tsx';

const t = messages.userForm;
type Bound = ReturnType<typeof useUserForm>;

/** A choice; shows below it the value another admin saved in the meantime. */
function Choice({ bound, name, label }: { bound: Bound; name: 'role' | 'territory'; label: string }) {
  const theirs = bound.theirsOf(name);
  return (
    <Field label={label} error={bound.errorOf(name)} {...(theirs ? { hint: theirs } : {})}>
      {(wiring) => <Select {...wiring} {...bound.form.register(name)} options={bound.options[name]} disabled={bound.busy} />}
    </Field>
  );
}

/** Chooses the manager; searchable because there are many people. */
function Manager({ bound }: { bound: Bound }) {
  const theirs = bound.theirsOf('manager_id');
  const { field } = useController({ control: bound.form.control, name: 'manager_id' });
  return (
    <Field label={t.manager} error={bound.errorOf('manager_id')} {...(theirs ? { hint: theirs } : {})}>
      {(wiring) => (
        <Picker
          {...wiring}
          label={t.manager}
          value={field.value}
          options={bound.options.manager_id}
          disabled={bound.busy}
          onChange={field.onChange}
        />
      )}
    </Field>
  );
}

function Name({ bound, name, label }: { bound: Bound; name: 'first_name' | 'last_name'; label: string }) {
  const theirs = bound.theirsOf(name);
  return (
    <Field label={label} error={bound.errorOf(name)} {...(theirs ? { hint: theirs } : {})}>
      {(wiring) => <Input {...wiring} {...bound.form.register(name)} autoComplete="off" disabled={bound.busy} />}
    </Field>
  );
}

/** spec 2.58, 5.09: Add User, or Edit User for an existing one. */
export default function UserDialog(props: Parameters<typeof useUserForm>[0]) {
  const bound = useUserForm(props);
  const { form, busy, isEdit } = bound;
  return (
    <FormDialog
      title={isEdit ? t.editTitle : t.addTitle}
      onClose={bound.close}
      busy={busy}
      unready={bound.impact?.loading === true}
      save={t.save}
      saving={t.saving}
      onSubmit={bound.submit}
      layout="users-form"
    >
      {bound.error !== null && (
        <RefusedAlert conflicted={bound.conflicted} onTakeNewest={bound.takeNewest}>
          {bound.error}
        </RefusedAlert>
      )}
      <Name bound={bound} name="first_name" label={t.firstName} />
      <Name bound={bound} name="last_name" label={t.lastName} />
      <Field label={t.email} error={bound.errorOf('email')} {...(isEdit ? { hint: t.emailFixed } : {})}>
        {(wiring) => <Input {...wiring} {...form.register('email')} type="email" autoComplete="off" readOnly={isEdit} disabled={busy} />}
      </Field>
      <Choice bound={bound} name="role" label={t.role} />
      <Choice bound={bound} name="territory" label={t.territory} />
      <Manager bound={bound} />
      {bound.managersError !== null && <Alert severity="warning">{bound.managersError}</Alert>}
      <Dates bound={bound} />
      <Field label={t.password} hint={isEdit ? t.passwordEdit : t.passwordNew} error={bound.errorOf('password')}>
        {(wiring) => <Input {...wiring} {...form.register('password')} type="password" autoComplete="new-password" disabled={busy} />}
      </Field>
      {bound.dates && props.subject && <Leaves bound={bound} />}
      {bound.impact && <UserImpactCard {...bound.impact} />}
      {bound.dates && props.subject && <History userId={props.subject.id} users={props.users} />}
    </FormDialog>
  );
}
