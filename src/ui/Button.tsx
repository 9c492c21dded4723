import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export type ButtonProps = ComponentProps<'button'> & {
  severity?: 'primary' | 'secondary' | 'danger' | 'text';
  size?: 'small' | 'normal';
  /** One of `icons.ts`; without children the button shows only it and needs an `aria-label`. */
  icon?: string;
  /** While true the button is disabled and reads `loadingLabel`. */
  loading?: boolean;
  loadingLabel?: ReactNode;
  /** Cannot be used now, but keeps the focus that a disabled button would lose. */
  unavailable?: boolean;
};

/** A native button with PrimeReact's classes; `type` is "button" unless said otherwise. */
export function Button({
  severity = 'primary',
  size,
  icon,
  loading,
  loadingLabel,
  unavailable,
  className,
  disabled,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const classes = ['p-button p-component'];
  if (severity !== 'primary') classes.push(`p-button-${severity}`);
  if (size === 'small') classes.push('p-button-sm');
  if (icon && children === undefined) classes.push('p-button-icon-only');
  if (unavailable) classes.push('p-disabled');
  if (className) classes.push(className);
  return (
    <button
      type="button"
      {...rest}
      className={classes.join(' ')}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      aria-disabled={unavailable || undefined}
      onClick={unavailable ? undefined : onClick}
    >
      {icon && <Icon svg={icon} />}
      {loading ? (loadingLabel ?? children) : children}
    </button>
  );
}
