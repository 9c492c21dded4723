import './theme/picker.css';
import { Dropdown } from 'primereact/dropdown';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { PickerProps } from './Picker.tsx';

/** From there on only the rows in sight are drawn: 300 of them open in 25 ms instead of 39 (ADR 3). */
const VIRTUAL_FROM = 50;
const ROW_PX = 36;

const setOrRemove = (field: HTMLElement, attribute: string, value: string | undefined): void => {
  if (value === undefined) field.removeAttribute(attribute);
  else field.setAttribute(attribute, value);
};

/** PrimeReact's dropdown, said as the combobox that it is: as shipped its field is a text box without a list, and Escape loses the focus. */
export default function LongPicker({ label, value, options, disabled = false, onChange, ...wiring }: PickerProps) {
  const dropdown = useRef<Dropdown>(null);
  const [open, setOpen] = useState(false);
  const ownId = useId();
  const { id = ownId } = wiring;
  const listId = `${ownId}-list`;
  // The field and the text over it share a section of `pt`, so its attributes are set on the element.
  useLayoutEffect(() => {
    const field = dropdown.current?.getFocusInput();
    if (!field) return;
    field.setAttribute('role', 'combobox');
    field.setAttribute('aria-expanded', String(open));
    setOrRemove(field, 'aria-controls', open ? listId : undefined);
    setOrRemove(field, 'aria-label', wiring.id ? undefined : label);
    setOrRemove(field, 'aria-describedby', wiring['aria-describedby']);
    setOrRemove(field, 'aria-invalid', wiring['aria-invalid'] && 'true');
  });
  const giveFocusBack = (): void => {
    setOpen(false);
    const now = document.activeElement;
    if (!now || now === document.body || now.closest('.p-dropdown-panel')) dropdown.current?.getFocusInput()?.focus();
  };
  // The list closes, not the dialog that it stands on; it is there before it says that it shows.
  const keepEscape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && dropdown.current?.getOverlay()) event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the field and of the list.
    <span className="picker" onKeyDown={keepEscape}>
      <Dropdown
        ref={dropdown}
        inputId={id}
        value={value}
        options={[...options]}
        // Said by name: without it an empty value would be none.
        optionLabel="label"
        optionValue="value"
        disabled={disabled}
        onChange={(event) => onChange(event.value)}
        onShow={() => setOpen(true)}
        onHide={giveFocusBack}
        {...(options.length > VIRTUAL_FROM ? { virtualScrollerOptions: { itemSize: ROW_PX } } : {})}
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
        }}
      />
    </span>
  );
}
