import { type FormEvent, useState } from 'react';
import { type UserImportField, userImportFields } from '../../../../contract/entities/people.ts';
import { type Role, roleLabels, roles } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { UserImportBinding } from '../useUserImport.ts';

const t = messages.userImport;
const roleOptions = [{ value: '', label: t.leftOut }, ...roles.map((role) => ({ value: role, label: roleLabels[role] }))];

/** First and last name count as one missing field, because one column may contain both. */
const missingNames = (missing: UserImportBinding['shape']['missing']): string[] => [
  ...new Set(missing.map((field) => t.fields[field === 'first_name' || field === 'last_name' ? 'name' : field])),
];

/** Assigns a column to each field, and a role to each text that is not a role's name. */
export function UserFileChoices({ binding }: { binding: UserImportBinding }) {
  const { shape } = binding;
  const missingFields = missingNames(shape.missing);
  const [columns, setColumns] = useState(shape.columns);
  const [rolesByText, setRolesByText] = useState<Readonly<Record<string, Role>>>(shape.roles);
  const headers = [{ value: '', label: t.notInFile }, ...shape.header.map((name, index) => ({ value: String(index), label: name }))];
  const chooseRole = (text: string, value: string): void => {
    const { [text]: _, ...others } = rolesByText;
    const role = roles.find((candidate) => candidate === value);
    setRolesByText(role ? { ...others, [text]: role } : others);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    binding.submitChoices({ columns, roles: rolesByText });
  };
  const chooseColumn = (field: UserImportField, value: string): void =>
    setColumns({ ...columns, [field]: value === '' ? null : Number(value) });
  return (
    <form className="form-stack" onSubmit={submit}>
      {missingFields.length > 0 && (
        <Alert severity="warning">{fill(t.missing, { count: missingFields.length, fields: missingFields.join(', ') })}</Alert>
      )}
      {shape.remembered && <p className="muted">{t.remembered}</p>}
      <details open={missingFields.length > 0}>
        <summary>{t.columnsTitle}</summary>
        <div className="users-form users-import-choices">
          {userImportFields.map((field) => (
            <Field key={field} label={t.fields[field]}>
              {(controlProps) => (
                <Select
                  {...controlProps}
                  options={headers}
                  value={String(columns[field] ?? '')}
                  onChange={({ target }) => chooseColumn(field, target.value)}
                />
              )}
            </Field>
          ))}
        </div>
      </details>
      {shape.role_texts.length > 0 && (
        <fieldset className="users-import-choices">
          <legend>{t.rolesTitle}</legend>
          <p className="muted">{t.rolesHint}</p>
          <div className="users-form">
            {shape.role_texts.map((text) => (
              <Field key={text} label={text}>
                {(controlProps) => (
                  <Select
                    {...controlProps}
                    options={roleOptions}
                    value={rolesByText[text] ?? ''}
                    onChange={({ target }) => chooseRole(text, target.value)}
                  />
                )}
              </Field>
            ))}
          </div>
        </fieldset>
      )}
      <p>
        <Button type="submit" size="small" severity="secondary">
          {t.previewAgain}
        </Button>
      </p>
    </form>
  );
}
