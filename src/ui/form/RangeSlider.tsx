import type { ComponentProps } from 'react';

export type RangeProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  value: number;
  onChange: (value: number) => void;
};

/** The browser's slider: unlike PrimeReact's, it supports keys, touch and screen readers. */
export function RangeSlider({ value, onChange, className = '', ...rest }: RangeProps) {
  return (
    <input
      {...rest}
      type="range"
      className={`range ${className}`}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}
