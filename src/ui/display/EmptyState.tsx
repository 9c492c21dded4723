import type { ReactNode } from 'react';
import { type DrawingName, Illustration } from './Illustration.tsx';

type EmptyProps = { title: string; children?: ReactNode; action?: ReactNode; drawing?: DrawingName };

/** Says that a list is empty and why, and offers an action that helps. */
export function EmptyState({ title, children, action, drawing = 'empty' }: EmptyProps) {
  return (
    <div className="empty">
      <Illustration name={drawing} />
      <strong>{title}</strong>
      {children !== undefined && <p className="muted">{children}</p>}
      {action}
    </div>
  );
}
