import { type ReactNode, useId } from 'react';

/** `id`: an anchor for links to the card. */
export type CardProps = { id?: string; title?: ReactNode; actions?: ReactNode; className?: string; children: ReactNode };

/** A surface whose heading is also its accessible name. */
export function Card({ id: anchor, title, actions, className, children }: CardProps) {
  const id = useId();
  return (
    <section id={anchor} className={className ? `p-card ${className}` : 'p-card'} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <div className="p-card-header">
          {title && (
            <h2 className="p-card-title" id={id}>
              {title}
            </h2>
          )}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
