import { Button as PrimeButton } from 'primereact/button';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './display/Icon.tsx';
import { withStableHandlers } from './support/withStableHandlers.tsx';

export type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> & {
  severity?: 'primary' | 'secondary' | 'danger' | 'text';
  size?: 'small' | 'normal';
  /** One of `icons.ts`; a button without children shows only the icon and needs an `aria-label`. */
  icon?: string;
  /** If true, pressing does nothing and `loadingLabel` is shown; focus stays. */
  loading?: boolean;
  loadingLabel?: ReactNode;
  /** Inactive, but keeps focus, which a disabled button would lose. */
  unavailable?: boolean;
};

const severities = { primary: {}, secondary: { severity: 'secondary' }, danger: { severity: 'danger' }, text: { text: true } } as const;

/** PrimeReact's button; `type` defaults to "button". */
export const Button = withStableHandlers(function Button({
  severity = 'primary',
  size,
  icon,
  loading = false,
  loadingLabel,
  unavailable = false,
  className = '',
  disabled,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <PrimeButton
      type="button"
      {...rest}
      {...severities[severity]}
      {...(size === 'small' ? { size } : {})}
      className={unavailable || loading ? `p-disabled ${className}` : className}
      icon={loading ? <span className="p-button-busy" aria-hidden="true" /> : icon && <Icon svg={icon} />}
      disabled={disabled}
      aria-busy={loading || undefined}
      aria-disabled={unavailable || loading || undefined}
      // Also stops Enter in a field from submitting the form again.
      onClick={loading ? (event) => event.preventDefault() : unavailable ? undefined : onClick}
    >
      {loading ? (loadingLabel ?? children) : children}
    </PrimeButton>
  );
});
