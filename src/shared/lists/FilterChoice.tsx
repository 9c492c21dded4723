import './filters.css';
import { Picker } from '../../ui/picker/Picker.tsx';
import type { PickerProps } from '../../ui/picker/types.ts';

type Props = Readonly<Pick<PickerProps, 'label' | 'value' | 'options' | 'onChange'>> & {
  /** True if the first option filters nothing, so that any other one is marked. */
  isMarked?: boolean;
};

/** A select with its filter's name inside: "Status  All". */
export function FilterChoice({ label, value, options, onChange, isMarked = true }: Props) {
  return (
    <span className="filter filter-choice" data-on={(isMarked && value !== (options[0]?.value ?? '')) || undefined}>
      <span className="filter-name" aria-hidden="true">
        {label}
      </span>
      <Picker label={label} value={value} options={options} onChange={onChange} />
    </span>
  );
}
