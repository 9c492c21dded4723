import { Message } from 'primereact/message';
import type { ReactNode } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../Button.tsx';
import { Icon } from './Icon.tsx';
import { checkCircle, exclamationTriangle, infoCircle, times } from './icons.ts';

export type AlertSeverity = 'danger' | 'warning' | 'info' | 'success';
export type AlertProps = {
  severity?: AlertSeverity;
  children: ReactNode;
  /** The action that resolves the problem, as a button or link. */
  action?: ReactNode;
  /** Adds a retry button. */
  onRetry?: (() => void) | undefined;
  /** Adds a dismiss button. */
  onDismiss?: () => void;
};

const icons = { danger: exclamationTriangle, warning: exclamationTriangle, info: infoCircle, success: checkCircle } as const;
const severities = { danger: 'error', warning: 'warn', info: 'info', success: 'success' } as const;
/** Problems interrupt a screen reader, successes wait; by default PrimeReact uses an alert for both. */
const roles = { danger: 'alert', warning: 'alert', info: 'status', success: 'status' } as const;

export function Alert({ severity = 'danger', children, action, onRetry, onDismiss }: AlertProps) {
  return (
    <Message
      severity={severities[severity]}
      pt={{ root: { role: roles[severity], 'aria-live': undefined, 'aria-atomic': undefined } }}
      content={
        <>
          <Icon svg={icons[severity]} />
          <div className="p-inline-message-text">{children}</div>
          {action}
          {onRetry && (
            <Button size="small" severity="secondary" onClick={onRetry}>
              {messages.retry}
            </Button>
          )}
          {onDismiss && (
            <button type="button" className="message-close" aria-label={messages.dismiss} onClick={onDismiss}>
              <Icon svg={times} />
            </button>
          )}
        </>
      }
    />
  );
}
