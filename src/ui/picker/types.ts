import type { FieldControlProps } from '../form/Field.tsx';

export type PickerProps = Partial<FieldControlProps> & {
  /** The accessible name of the list, and of the field if it has no label above. */
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  disabled?: boolean;
  onChange: (value: string) => void;
};

export type LongPickerProps = PickerProps & {
  /** Text typed before the list was loaded; it filters the opened list. */
  typed: string;
};
