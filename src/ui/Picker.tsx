import type { FieldWiring } from './Field.tsx';
import { LongField } from './LongField.tsx';
import { Select } from './Select.tsx';

/** Above it a native list is a long way to scroll (card, part 6). */
const SHORT = 8;

export type PickerProps = Partial<FieldWiring> & {
  /** Names the list, and the field where no label stands above it. */
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  disabled?: boolean;
  onChange: (value: string) => void;
};

/** One of many: a native select while they are few, else PrimeReact's dropdown. */
export function Picker(props: PickerProps) {
  const { label, onChange, ...rest } = props;
  if (rest.options.length > SHORT) return <LongField {...props} />;
  return <Select {...rest} {...(rest.id ? {} : { 'aria-label': label })} onChange={({ target }) => onChange(target.value)} />;
}
