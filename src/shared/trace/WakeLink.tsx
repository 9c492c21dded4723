import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { wakePath } from '../../app/routes.ts';
import { toWakeLink } from './traceLinks.ts';
import { type WakeSubject, withSidePanel } from './wakeInUrl.ts';

/** Opens an item's effects in the side panel. Its URL is a page, so it can be copied or opened in a new tab. */
export function WakeLink({ of: subject, children }: { of: WakeSubject; children: ReactNode }) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const openInSidePanel = (event: MouseEvent): void => {
    if (path === wakePath) return;
    event.preventDefault();
    navigate(`${path}?${withSidePanel(search, subject)}`);
  };
  return (
    <Link href={toWakeLink(subject)} onClick={openInSidePanel}>
      {children}
    </Link>
  );
}
