import './picker.css';
import { type ComponentType, type KeyboardEvent, useId, useState } from 'react';
import { Icon } from '../display/Icon.tsx';
import { angleDown } from '../display/icons.ts';
import { Select } from '../form/Select.tsx';
import { nextFilterText } from './pickerKeys.ts';
import type { LongPickerProps, PickerProps } from './types.ts';

/** The browser's own select, used if the list failed to load. */
function NativeField({ label, typed: _, onChange, ...rest }: LongPickerProps) {
  return <Select {...rest} {...(rest.id ? {} : { 'aria-label': label })} onChange={({ target }) => onChange(target.value)} />;
}

const load = () => import('./LongPicker.tsx').then((module) => module.default);
const prefetch = (): void => void load().catch(() => {});

type ClosedProps = PickerProps & { onAsk: (event: KeyboardEvent | null) => void };

/** The closed dropdown, with PrimeReact's markup. */
function ClosedField({ label, value, options, disabled = false, onChange: _, onAsk, ...controlProps }: ClosedProps) {
  const selectedLabel = options.find((option) => option.value === value)?.label ?? '';
  const generatedId = useId();
  const { id = generatedId } = controlProps;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside handles the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <div
      className={`p-dropdown p-component p-inputwrapper p-inputwrapper-filled${disabled ? ' p-disabled' : ''}`}
      onPointerEnter={prefetch}
      onClick={(event) => {
        event.currentTarget.querySelector('input')?.focus();
        if (!disabled) onAsk(null);
      }}
    >
      <div className="p-hidden-accessible">
        <input
          {...controlProps}
          id={id}
          type="text"
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={false}
          aria-label={controlProps.id ? undefined : label}
          readOnly
          value={selectedLabel}
          disabled={disabled}
          onFocus={prefetch}
          onKeyDown={onAsk}
        />
      </div>
      <span className="p-dropdown-label p-inputtext">{selectedLabel || '\u00a0'}</span>
      <div className="p-dropdown-trigger" aria-hidden="true">
        <Icon svg={angleDown} />
      </div>
    </div>
  );
}

/** A dropdown whose list loads when its field gets hover or focus; text typed before that filters the list. */
export function LongField(props: PickerProps) {
  const [searchText, setSearchText] = useState<string | null>(null);
  const [Loaded, setLoaded] = useState<ComponentType<LongPickerProps> | null>(null);
  const openPicker = (event: KeyboardEvent | null): void => {
    const next = event === null ? (searchText ?? '') : nextFilterText(event, searchText ?? '');
    if (next === null) return;
    event?.preventDefault();
    setSearchText(next);
    load().then(
      (component) => setLoaded(() => component),
      () => setLoaded(() => NativeField),
    );
  };
  return Loaded ? <Loaded {...props} typed={searchText ?? ''} /> : <ClosedField {...props} onAsk={openPicker} />;
}
