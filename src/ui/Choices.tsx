import './period/period.css';
import { useId } from 'react';

export type ChoicesProps<Value extends string> = {
  /** Names the group to those who hear it. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** A few options of which one holds, side by side: one group of radio buttons, arrows walk through it. */
export function Choices<Value extends string>({ label, value, options, onChoose }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className="p-selectbutton">
      <legend className="p-hidden-accessible">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={option.value === value ? 'p-highlight' : undefined}>
          <input
            className="p-hidden-accessible"
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
