import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { fill, messages } from '../../contract/messages.ts';
import { useApp, useCompanyName } from './context.ts';
import { findRoute } from './routes.ts';

/**
 * spec 1.03. If the server announces features of ours, the title also names the page, so that tabs and history entries can be told apart.
 */
export function DocumentTitle() {
  const company = useCompanyName();
  const hasFeatures = useSelector(useApp().settings, ({ context }) => context.features.length > 0);
  const [path] = useLocation();
  const page = hasFeatures ? findRoute(path)?.title : undefined;
  useEffect(() => {
    const title = fill(messages.company.documentTitle, { company });
    document.title = page === undefined ? title : `${page} · ${title}`;
  }, [company, page]);
  return null;
}
