import '../theme/choices.css';
import { SelectButton, type SelectButtonPassThroughMethodOptions } from 'primereact/selectbutton';
import type { KeyboardEvent } from 'react';

export type ChoicesProps<Value extends string> = {
  /** Names the group to those who hear it. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** PrimeReact's arrows only move the focus; those of radio buttons choose. */
const chooseFocused = (event: KeyboardEvent): void => {
  if (event.key.startsWith('Arrow') && document.activeElement instanceof HTMLElement) document.activeElement.click();
};

/** A few options of which one holds, side by side: PrimeReact's select button, said as the radio buttons that it is. */
export function Choices<Value extends string>({ label, value, options, onChoose }: ChoicesProps<Value>) {
  return (
    <SelectButton
      value={value}
      options={[...options]}
      allowEmpty={false}
      onChange={(event) => onChoose(event.value)}
      pt={{
        root: { role: 'radiogroup', 'aria-label': label },
        button: ({ context }: SelectButtonPassThroughMethodOptions) => ({
          role: 'radio',
          'aria-checked': context.selected,
          'aria-pressed': undefined,
          tabIndex: context.selected ? 0 : -1,
          onKeyDown: chooseFocused,
        }),
      }}
    />
  );
}
