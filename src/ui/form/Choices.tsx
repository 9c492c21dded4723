import '../theme/choices.css';
import { SelectButton, type SelectButtonPassThroughMethodOptions } from 'primereact/selectbutton';
import type { KeyboardEvent } from 'react';

export type ChoicesProps<Value extends string> = {
  /** The accessible name of the group. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** Arrow keys select as in radio buttons; PrimeReact's only move focus. */
const clickFocused = (event: KeyboardEvent): void => {
  if (event.key.startsWith('Arrow') && document.activeElement instanceof HTMLElement) document.activeElement.click();
};

/** A few exclusive options side by side: PrimeReact's select button, which screen readers announce as radio buttons. */
export function ChoiceButtons<Value extends string>({ label, value, options, onChoose }: ChoicesProps<Value>) {
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
          onKeyDown: clickFocused,
        }),
      }}
    />
  );
}
