import './suggest.css';
import { AutoComplete } from 'primereact/autocomplete';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { FieldControlProps } from './Field.tsx';

type Props = Partial<FieldControlProps> & {
  /** The accessible name of the list. */
  label: string;
  value: string;
  /** A new array opens the list, so pass the same one until the next response arrives. */
  suggestions: string[];
  disabled?: boolean;
  /** Called with the typed text after a debounce. */
  onAsk: (text: string) => void;
  onChange: (value: string) => void;
  onBlur?: () => void;
};

const setOrRemove = (field: HTMLElement, attribute: string, value: string | undefined): void => {
  if (value === undefined) field.removeAttribute(attribute);
  else field.setAttribute(attribute, value);
};

/** PrimeReact's types declare a component here; at runtime it is an element. */
const getField = (box: AutoComplete | null): HTMLElement | undefined => box?.getInput() as unknown as HTMLElement | undefined;

/** Announces the option that Enter would choose. By default PrimeReact announces none, and its options have no ids. */
const useActiveOption = (box: { current: AutoComplete | null }, open: boolean, listId: string): void => {
  useEffect(() => {
    const [field, list] = [getField(box.current), box.current?.getOverlay()];
    if (!open || !field || !list) return;
    const announceActive = (): void => {
      for (const [index, option] of list.querySelectorAll('[role="option"]').entries()) {
        const id = `${listId}-${index}`;
        if (option.id !== id) option.id = id;
      }
      setOrRemove(field, 'aria-activedescendant', list.querySelector('[data-p-highlight="true"]')?.id);
    };
    announceActive();
    const observer = new MutationObserver(announceActive);
    observer.observe(list, { subtree: true, childList: true, attributeFilter: ['data-p-highlight'] });
    return () => {
      observer.disconnect();
      field.removeAttribute('aria-activedescendant');
    };
  }, [box, open, listId]);
};

/** PrimeReact's AutoComplete: free text with suggestions while typing. */
export default function Suggest({ label, value, suggestions, disabled = false, onAsk, onChange, onBlur, ...controlProps }: Props) {
  const box = useRef<AutoComplete>(null);
  const [open, setOpen] = useState(false);
  const generatedId = useId();
  useActiveOption(box, open, `${generatedId}-list`);
  useLayoutEffect(() => {
    const field = getField(box.current);
    if (!field) return;
    setOrRemove(field, 'aria-describedby', controlProps['aria-describedby']);
    setOrRemove(field, 'aria-invalid', controlProps['aria-invalid'] && 'true');
  });
  // Escape closes the list, not the dialog around it.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && box.current?.getOverlay()) event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the field inside.
    <span className="suggest" onKeyDown={onKeyDown}>
      <AutoComplete
        ref={box}
        inputId={controlProps.id ?? generatedId}
        value={value}
        suggestions={suggestions}
        delay={limits.list.searchDebounceMs}
        disabled={disabled}
        completeMethod={({ query }) => onAsk(query.trim())}
        onChange={({ value: next }) => onChange(typeof next === 'string' ? next : '')}
        {...(onBlur ? { onBlur: () => onBlur() } : {})}
        onShow={() => setOpen(true)}
        onHide={() => setOpen(false)}
        pt={{ list: { 'aria-label': label } }}
      />
    </span>
  );
}
