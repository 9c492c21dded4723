import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useApp } from './context.ts';
import { FrameWaiting } from './FrameWaiting.tsx';
import { loginPath } from './routes.ts';

/** spec 2.16, 2.19: a spinner in the frame while the user loads, otherwise the login screen, which remembers the requested page. */
export function Guard({ children }: { children: ReactNode }) {
  const { session, settings } = useApp();
  const place = useSelector(session, (snapshot) => {
    if (snapshot.hasTag('authenticated')) return 'in';
    if (snapshot.hasTag('loading')) return 'loading';
    return snapshot.matches({ signedOut: 'left' }) ? 'left' : 'out';
  });
  const known = useSelector(settings, (snapshot) => snapshot.hasTag('settled'));
  const [path] = useLocation();
  const search = useSearch();
  if (place === 'left') return <Redirect to={loginPath} replace />;
  if (place === 'out') return <Redirect to={loginPath} replace state={{ from: search ? `${path}?${search}` : path }} />;
  return place === 'in' && known ? children : <FrameWaiting />;
}
