import { Select } from '../form/Select.tsx';
import { LongField } from './LongField.tsx';
import type { PickerProps } from './types.ts';

/** Above it a native list is a long way to scroll (card, part 6). */
const SHORT = 8;

/** One of many: a native select while they are few, else PrimeReact's dropdown. */
export function Picker(props: PickerProps) {
  const { label, onChange, ...rest } = props;
  if (rest.options.length > SHORT) return <LongField {...props} />;
  return (
    <Select
      className="picker-short"
      {...rest}
      {...(rest.id ? {} : { 'aria-label': label })}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
