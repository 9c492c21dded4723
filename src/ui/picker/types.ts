import type { FieldWiring } from '../form/Field.tsx';

export type PickerProps = Partial<FieldWiring> & {
  /** Names the list, and the field where no label stands above it. */
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  disabled?: boolean;
  onChange: (value: string) => void;
};

export type LongPickerProps = PickerProps & {
  /** What was typed before it was there, which filters the list that opens. */
  typed: string;
};
