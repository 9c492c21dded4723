import type { ReactNode } from 'react';

type Props = Readonly<{
  title: ReactNode;
  /** One line under the title; hidden on phones if it is plain text. */
  about?: ReactNode;
  /** The first thing to know about the page, before `about`; null while it loads. */
  answer?: ReactNode;
  /** The choice of whose figures the page shows. */
  scope?: ReactNode;
  /** Links and buttons of the whole page. */
  actions?: ReactNode;
  /** Day and period of the page, always at the end of the line. */
  children?: ReactNode;
}>;

/** The head of every page. A head with a period is sticky below the top bar. */
export function PageHead({ title, about, answer, scope, actions, children }: Props) {
  return (
    <header className="page-head">
      <div className="page-top">
        <div className="page-title">
          <h1>{title}</h1>
          {answer !== undefined && <p className="page-answer">{answer}</p>}
          {about && <p className={typeof about === 'string' ? 'muted page-about' : 'muted'}>{about}</p>}
        </div>
        {scope}
        {actions && <div className="page-acts">{actions}</div>}
      </div>
      {children && <div className="page-bar">{children}</div>}
    </header>
  );
}
