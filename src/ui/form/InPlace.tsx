import './inPlace.css';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Input } from './Input.tsx';
import { Textarea } from './Textarea.tsx';

type FieldElement = HTMLInputElement | HTMLTextAreaElement;
type Props<Subject> = {
  label: string;
  value: string;
  /** The object that the value belongs to; a commit gets it as it was when editing started. */
  of: Subject;
  onCommit: (subject: Subject, value: string) => void;
  /** True for multiline text. */
  long?: boolean;
  /** Suggested while typing. */
  suggestions?: readonly string[] | undefined;
};

/**
 * A value edited in place. Enter or leaving the field commits, Escape reverts; external changes do not overwrite text that is being
 * typed.
 */
export function EditableText<Subject>({ label, value, of: subject, onCommit, long = false, suggestions = [] }: Props<Subject>) {
  const field = useRef<FieldElement | null>(null);
  const initial = useRef({ of: subject, value });
  const listId = useId();
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = value;
  }, [value]);
  const onKeyDown = (event: KeyboardEvent<FieldElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      // Escape reverts only the field; the surrounding panel stays open.
      event.stopPropagation();
      event.preventDefault();
      event.currentTarget.value = initial.current.value;
    } else if (event.key !== 'Enter' || (long && event.shiftKey)) return;
    event.preventDefault();
    event.currentTarget.blur();
  };
  const common = {
    ref: (element: FieldElement | null) => {
      field.current = element;
    },
    className: 'in-place',
    'aria-label': label,
    autoComplete: 'off',
    defaultValue: value,
    onKeyDown,
    onFocus: () => {
      initial.current = { of: subject, value };
    },
    onBlur: ({ currentTarget }: FocusEvent<FieldElement>) => {
      // The window lost focus, not the field.
      if (currentTarget === document.activeElement) return;
      if (currentTarget.value === initial.current.value) currentTarget.value = value;
      else onCommit(initial.current.of, currentTarget.value);
    },
  };
  if (long) return <Textarea autoResize rows={1} {...common} />;
  return (
    <>
      <Input {...common} list={suggestions.length > 0 ? listId : undefined} />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}
