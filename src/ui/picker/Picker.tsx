import { Select } from '../form/Select.tsx';
import { LongField } from './LongField.tsx';
import type { PickerProps } from './types.ts';

/** With more options, scrolling a native list takes too long (card, part 6). */
const MAX_NATIVE_OPTIONS = 8;

/** Chooses one of many options: a native select for a few, otherwise PrimeReact's dropdown. */
export function Picker(props: PickerProps) {
  const { label, onChange, ...rest } = props;
  if (rest.options.length > MAX_NATIVE_OPTIONS) return <LongField {...props} />;
  return (
    <Select
      className="picker-short"
      {...rest}
      {...(rest.id ? {} : { 'aria-label': label })}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
