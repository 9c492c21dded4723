import { fill, messages } from '../../../../contract/messages.ts';
import type { DraftPath } from '../../../../contract/rules/commission/config/draft.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { fieldErrorAt } from '../draftErrors.ts';
import { leafText, leafValue } from '../leafText.ts';
import type { ChoiceName, LeafKind } from '../shapes.ts';
import { useDraftEditing, useTyped } from './editing.ts';

const t = messages.planBuilder;
const words = messages.planEditor;
type Props = Readonly<{ label: string; hint?: string | undefined; path: DraftPath; value: unknown; disabled?: boolean }>;

const flagOptions = [
  { value: '', label: words.notSet },
  { value: 'true', label: words.yes },
  { value: 'false', label: words.no },
];

export function LeafField({ kind, label, hint, path, value, disabled = false }: Props & Readonly<{ kind: LeafKind }>) {
  const editing = useDraftEditing();
  const [text, setTyped] = useTyped(
    value,
    (shown) => leafText(kind, shown) ?? '',
    (typed) => leafValue(kind, typed, value),
  );
  const write = (typed: string): void => {
    setTyped(typed);
    editing.change(path, leafValue(kind, typed, value));
  };
  const isLocked = disabled || editing.disabled;
  return (
    <Field label={label} error={fieldErrorAt(editing.errors, path, kind, value)} {...(hint === undefined ? {} : { hint })}>
      {(controlProps) =>
        kind === 'flag' ? (
          <Select {...controlProps} options={flagOptions} value={text} disabled={isLocked} onChange={({ target }) => write(target.value)} />
        ) : (
          <Input
            {...controlProps}
            type={kind === 'day' ? 'date' : 'text'}
            inputMode={kind === 'text' || kind === 'values' || kind === 'day' ? undefined : 'decimal'}
            autoComplete="off"
            placeholder={kind === 'values' ? undefined : words.notSet}
            value={text}
            disabled={isLocked}
            onChange={({ target }) => write(target.value)}
          />
        )
      }
    </Field>
  );
}

/** One of a fixed set of values. An unlisted value stays an option, so opening the card does not lose it. */
type ChoiceProps = Props &
  Readonly<{ values: readonly ChoiceName[]; choiceWords?: Readonly<Partial<Record<ChoiceName, string>>> | undefined }>;

export function ChoiceField({ values, choiceWords = {}, label, hint, path, value }: ChoiceProps) {
  const { errors, disabled, change } = useDraftEditing();
  const knownOptions = values.map((item) => ({ value: item as string, label: choiceWords[item] ?? messages.planChoices[item] }));
  const isKnown = knownOptions.some((option) => option.value === value);
  const unknownOptions = typeof value === 'string' && !isKnown ? [{ value, label: value }] : [];
  return (
    <Field label={label} error={fieldErrorAt(errors, path)} {...(hint === undefined ? {} : { hint })}>
      {(controlProps) => (
        <Select
          {...controlProps}
          options={[{ value: '', label: words.notSet }, ...knownOptions, ...unknownOptions]}
          value={typeof value === 'string' ? value : ''}
          disabled={disabled}
          onChange={({ target }) => change(path, target.value === '' ? undefined : target.value)}
        />
      )}
    </Field>
  );
}

const parseJson = (typed: string): unknown => {
  if (typed.trim() === '') return undefined;
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    // Invalid JSON is stored as text, and validation reports it on this field.
    return typed;
  }
};
const MAX_ROWS = 12;

/** Edits a value that has no field of its own as JSON. */
export function JsonField({ label, path, value }: Props) {
  const { errors, disabled, change } = useDraftEditing();
  const [text, setTyped] = useTyped(value, (shown) => (shown === undefined ? '' : JSON.stringify(shown, null, 2)), parseJson);
  return (
    <Field label={fill(t.asJson, { label })} hint={t.ownHint} error={fieldErrorAt(errors, path)}>
      {(controlProps) => (
        <Textarea
          {...controlProps}
          className="builder-json"
          rows={Math.min(MAX_ROWS, text.split('\n').length)}
          spellCheck={false}
          value={text}
          disabled={disabled}
          onChange={({ target }) => {
            setTyped(target.value);
            change(path, parseJson(target.value));
          }}
        />
      )}
    </Field>
  );
}
