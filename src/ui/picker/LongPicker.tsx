import './pickerList.css';
import { Dropdown } from 'primereact/dropdown';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Icon } from '../display/Icon.tsx';
import { angleDown } from '../display/icons.ts';
import { usePortalReady } from '../support/usePortalReady.ts';
import { type FilterTools, PickerFilter } from './PickerFilter.tsx';
import { nextFilterText } from './pickerKeys.ts';
import type { LongPickerProps } from './types.ts';

/** With this many options or more, only visible rows render: 300 options open in 25 ms instead of 39 (ADR 3). */
const VIRTUAL_FROM = 50;
const ROW_PX = 36;

const setOrRemove = (field: HTMLElement, attribute: string, value: string | undefined): void => {
  if (value === undefined) field.removeAttribute(attribute);
  else field.setAttribute(attribute, value);
};

/** Focuses a row that renders only after the list has scrolled to it; retries for `frames` frames. */
const focusWhenDrawn = (list: HTMLElement, id: string, frames = 10): void => {
  const row = list.querySelector<HTMLElement>(`[id="${id}"]`);
  if (row) row.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusWhenDrawn(list, id, frames - 1));
};

const icon = <Icon svg={angleDown} />;

/** PrimeReact's dropdown as a combobox. By default its field is a text box without a list, and Escape loses focus. */
export default function LongPicker({ label, value, options, disabled = false, onChange, typed, ...controlProps }: LongPickerProps) {
  const dropdown = useRef<Dropdown>(null);
  const [open, setOpen] = useState(false);
  const [filter, setFilter] = useState(typed);
  const generatedId = useId();
  const { id = generatedId } = controlProps;
  const listId = `${generatedId}-list`;
  const ready = usePortalReady();
  const virtual = options.length > VIRTUAL_FROM;
  const field = (): HTMLElement | null | undefined => dropdown.current?.getFocusInput();
  // The field and the text over it share one `pt` section, so attributes are set on the element.
  useLayoutEffect(() => {
    const inputElement = dropdown.current?.getFocusInput();
    if (!inputElement) return;
    inputElement.setAttribute('role', 'combobox');
    inputElement.setAttribute('aria-expanded', String(open));
    setOrRemove(inputElement, 'aria-controls', open ? listId : undefined);
    setOrRemove(inputElement, 'aria-label', controlProps.id ? undefined : label);
    setOrRemove(inputElement, 'aria-describedby', controlProps['aria-describedby']);
    setOrRemove(inputElement, 'aria-invalid', controlProps['aria-invalid'] && 'true');
  });
  // Replaces a field that the user has just opened.
  useLayoutEffect(() => dropdown.current?.focus(), []);
  useEffect(() => {
    if (ready) dropdown.current?.show();
  }, [ready]);
  const close = (): void => {
    field()?.focus();
    dropdown.current?.hide();
  };
  const onHide = (): void => {
    setOpen(false);
    setFilter('');
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused.closest('.p-dropdown-panel')) field()?.focus();
  };
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && dropdown.current?.getOverlay()) field()?.focus();
    if (event.target !== field() || disabled) return;
    const next = nextFilterText(event, filter);
    if (next === null || next === filter) return;
    event.preventDefault();
    event.stopPropagation();
    setFilter(next);
    dropdown.current?.show();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const list = dropdown.current?.getOverlay();
    if (!list) return;
    // Escape closes the list, not the dialog around it. The list exists before PrimeReact reports it as shown.
    if (event.key === 'Escape') event.stopPropagation();
    const row = event.target instanceof Element ? event.target.closest('[role="option"]') : null;
    if (!virtual || !row || (event.key !== 'Home' && event.key !== 'End')) return;
    // By default, PrimeReact finds the first and last row only if they are already rendered.
    const lastIndex = event.key === 'Home' ? 0 : Number(row.getAttribute('aria-setsize')) - 1;
    dropdown.current?.getVirtualScroller()?.scrollToIndex(lastIndex);
    focusWhenDrawn(list, `dropdownItem_${lastIndex}`);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the field and of the list.
    <span className="picker" onKeyDownCapture={onKeyDownCapture} onKeyDown={onKeyDown}>
      <Dropdown
        ref={dropdown}
        inputId={id}
        value={value}
        options={[...options]}
        // Explicit, because PrimeReact otherwise takes an empty value for none.
        optionLabel="label"
        optionValue="value"
        disabled={disabled}
        filter
        filterInputAutoFocus={false}
        filterTemplate={(tools) => <PickerFilter {...(tools as unknown as FilterTools)} listId={listId} typed={filter} onLeave={close} />}
        resetFilterOnHide
        emptyFilterMessage={messages.grid.noMatch}
        dropdownIcon={icon}
        collapseIcon={icon}
        onChange={(event) => onChange(event.value)}
        onShow={() => setOpen(true)}
        onHide={onHide}
        {...(virtual ? { virtualScrollerOptions: { itemSize: ROW_PX } } : {})}
        pt={{
          root: { 'aria-activedescendant': undefined },
          select: { 'aria-hidden': true },
          trigger: {
            role: undefined,
            'aria-hidden': true,
            'aria-haspopup': undefined,
            'aria-expanded': undefined,
            'aria-label': undefined,
          },
          list: { id: listId, 'aria-label': label },
          emptyMessage: { role: 'option', 'aria-disabled': true, 'aria-selected': false },
        }}
      />
    </span>
  );
}
