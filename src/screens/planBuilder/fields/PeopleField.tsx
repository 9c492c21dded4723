import { roleLabels, roles } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { DraftPath } from '../../../../contract/rules/commission/config/draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { fieldErrorAt } from '../draftErrors.ts';
import { useDraftEditing } from './editing.ts';

const t = messages.planBuilder;
type Props = Readonly<{ label: string; path: DraftPath; value: unknown; of: 'people' | 'roles' | 'territories' }>;
type Option = Readonly<{ value: string; label: string }>;

export const planRoleOptions: readonly Option[] = roles.map((role) => ({ value: role, label: roleLabels[role] }));
export const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((candidate) => typeof candidate === 'string');
const toTexts = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : isTextList(value) ? value : []);

const labelOf = (options: readonly Option[], id: string): string =>
  options.find(({ value }) => value === id)?.label ?? (/^\d+$/.test(id) ? fill(t.unknownPerson, { id }) : id);

/** Chosen people, roles or territories by name, each with its error, and a list to add another. */
export function NamesField({ label, path, value, of }: Props) {
  const { errors, people, territories, disabled, change } = useDraftEditing();
  const options = { people, roles: planRoleOptions, territories: territories.map((name) => ({ value: name, label: name })) }[of];
  const chosenIds = toTexts(value);
  const otherOptions = options.filter((option) => !chosenIds.includes(option.value));
  const chosenErrors = chosenIds.map((_, index) => fieldErrorAt(errors, [...path, index])).filter((error) => error !== null);
  return (
    <div className="builder-names">
      <Field label={label} error={chosenErrors[0] ?? fieldErrorAt(errors, path)}>
        {(controlProps) => (
          <Select
            {...controlProps}
            options={[{ value: '', label: t.choose }, ...otherOptions]}
            value=""
            disabled={disabled || otherOptions.length === 0}
            onChange={({ target }) => target.value !== '' && change(path, [...chosenIds, target.value])}
          />
        )}
      </Field>
      {chosenIds.length > 0 && (
        <ul className="builder-chips" aria-label={`${label}: ${t.chosen}`}>
          {chosenIds.map((id, index) => (
            <li key={`${id} ${String(index)}`}>
              <Button
                size="small"
                severity="secondary"
                disabled={disabled}
                aria-label={fill(t.removeEntry, { entry: labelOf(options, id) })}
                onClick={() =>
                  change(
                    path,
                    chosenIds.filter((_, other) => other !== index),
                  )
                }
              >
                {labelOf(options, id)} <span aria-hidden="true">×</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** One person or role by name; an unknown one stays selected. */
export function NameField({ label, path, value, of }: Omit<Props, 'of'> & Readonly<{ of: 'person' | 'role' }>) {
  const { errors, people, disabled, change } = useDraftEditing();
  const options = of === 'person' ? people : planRoleOptions;
  const id = typeof value === 'string' ? value : '';
  const unknownOptions = id === '' || options.some((option) => option.value === id) ? [] : [{ value: id, label: labelOf(options, id) }];
  return (
    <Field label={label} error={fieldErrorAt(errors, path)}>
      {(controlProps) => (
        <Select
          {...controlProps}
          options={[{ value: '', label: t.choose }, ...options, ...unknownOptions]}
          value={id}
          disabled={disabled}
          onChange={({ target }) => change(path, target.value === '' ? undefined : target.value)}
        />
      )}
    </Field>
  );
}
