import { type ChangeEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { messages } from '../../../contract/messages.ts';

/** What PrimeReact hands to the template of a filter. */
export type FilterTools = {
  filterOptions?: { filter?: (event: ChangeEvent<HTMLInputElement>) => void };
  filterInputKeyDown?: (event: { code: string }) => void;
};
type Props = FilterTools & {
  listId: string;
  /** What was typed before the list was there. */
  typed: string;
  /** Closes the list and leads back to the field. */
  onLeave: () => void;
};

const firstOf = (listId: string): HTMLElement | null => document.getElementById(listId)?.querySelector('[role="option"]') ?? null;
const finger = '(pointer: coarse)';

/** The field over a list. As shipped it forgets which option is the first after a filter, and Enter then chooses nothing. */
export function PickerFilter({ filterOptions, filterInputKeyDown, listId, typed, onLeave }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(typed);
  const narrow = (next: string): void => {
    setText(next);
    filterOptions?.filter?.({ target: { value: next } } as ChangeEvent<HTMLInputElement>);
    // PrimeReact's way to forget the option that the arrows stood on.
    filterInputKeyDown?.({ code: 'ArrowLeft' });
  };
  const start = useRef(narrow);
  useLayoutEffect(() => {
    // A keyboard on the glass would cover the list.
    if (typed !== '' || !window.matchMedia(finger).matches) field.current?.focus({ preventScroll: true });
  }, [typed]);
  useEffect(() => {
    if (typed !== '') start.current(typed);
  }, [typed]);
  // What Enter would choose is the first of what is left; a list of which only a part is drawn follows a frame later.
  useEffect(() => {
    const mark = (): void => {
      const first = text === '' ? null : firstOf(listId);
      if (first?.id) field.current?.setAttribute('aria-activedescendant', first.id);
      else field.current?.removeAttribute('aria-activedescendant');
    };
    mark();
    const frame = requestAnimationFrame(mark);
    return () => cancelAnimationFrame(frame);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') onLeave();
    else if (event.key === 'Enter' && text !== '') {
      event.preventDefault();
      firstOf(listId)?.click();
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
      onChange={({ target }) => narrow(target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
