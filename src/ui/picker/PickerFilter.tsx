import { type ChangeEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { messages } from '../../../contract/messages.ts';

/** The arguments PrimeReact passes to a filter template. */
export type FilterTools = {
  filterOptions?: { filter?: (event: ChangeEvent<HTMLInputElement>) => void };
  filterInputKeyDown?: (event: { code: string }) => void;
};
type Props = FilterTools & {
  listId: string;
  /** Text typed before the list was loaded. */
  typed: string;
  /** Closes the list and returns focus to the field. */
  onLeave: () => void;
};

const findFirst = (listId: string): HTMLElement | null => document.getElementById(listId)?.querySelector('[role="option"]') ?? null;
const coarsePointer = '(pointer: coarse)';

/** The filter field above a list. By default PrimeReact loses track of the first match, and Enter chooses nothing. */
export function PickerFilter({ filterOptions, filterInputKeyDown, listId, typed, onLeave }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(typed);
  const changeSearch = (next: string): void => {
    setText(next);
    filterOptions?.filter?.({ target: { value: next } } as ChangeEvent<HTMLInputElement>);
    // Makes PrimeReact forget the previously highlighted option.
    filterInputKeyDown?.({ code: 'ArrowLeft' });
  };
  const start = useRef(changeSearch);
  useLayoutEffect(() => {
    // Not on touch devices, where the on-screen keyboard would cover the list.
    if (typed !== '' || !window.matchMedia(coarsePointer).matches) field.current?.focus({ preventScroll: true });
  }, [typed]);
  useEffect(() => {
    if (typed !== '') start.current(typed);
  }, [typed]);
  // Enter chooses the first match; a virtual list renders it one frame later.
  useEffect(() => {
    const highlightFirst = (): void => {
      const firstOption = text === '' ? null : findFirst(listId);
      if (firstOption?.id) field.current?.setAttribute('aria-activedescendant', firstOption.id);
      else field.current?.removeAttribute('aria-activedescendant');
    };
    highlightFirst();
    const frame = requestAnimationFrame(highlightFirst);
    return () => cancelAnimationFrame(frame);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') onLeave();
    else if (event.key === 'Enter' && text !== '') {
      event.preventDefault();
      findFirst(listId)?.click();
    } else filterInputKeyDown?.(event);
  };
  return (
    <input
      ref={field}
      className="p-inputtext p-component picker-filter"
      type="text"
      role="combobox"
      autoComplete="off"
      aria-label={messages.grid.search}
      aria-autocomplete="list"
      aria-expanded
      aria-controls={listId}
      placeholder={messages.grid.search}
      data-narrowed={text !== '' || undefined}
      value={text}
      onChange={({ target }) => changeSearch(target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
