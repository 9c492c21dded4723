import { Checkbox as PrimeCheckbox } from 'primereact/checkbox';
import { type ReactNode, type Ref, useId } from 'react';
import { Icon } from '../display/Icon.tsx';
import { check } from '../display/icons.ts';

export type CheckboxProps = {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  onBlur?: () => void;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
};

/** PrimeReact's checkbox with its label; in forms use `shared/CheckField`. */
export function Checkbox({ label, onChange, inputRef = null, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className="check">
      <PrimeCheckbox
        {...rest}
        inputId={id}
        inputRef={inputRef}
        icon={<Icon svg={check} className="p-checkbox-icon" />}
        onChange={({ checked = false }) => onChange(checked)}
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
