import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useApp } from './context.ts';
import { FrameWaiting } from './FrameWaiting.tsx';
import { loginPath } from './routes.ts';

/** spec 2.16, 2.19: a spinner in the frame while the user loads, otherwise the login screen, which remembers the requested page. */
export function Guard({ children }: { children: ReactNode }) {
  const { session, settings } = useApp();
  const destination = useSelector(session, (snapshot) => {
    if (snapshot.hasTag('authenticated')) return 'in';
    if (snapshot.hasTag('loading')) return 'loading';
    return snapshot.matches({ signedOut: 'left' }) ? 'left' : 'out';
  });
  const isSettled = useSelector(settings, (snapshot) => snapshot.hasTag('settled'));
  const [path] = useLocation();
  const search = useSearch();
  if (destination === 'left') return <Redirect to={loginPath} replace />;
  if (destination === 'out') return <Redirect to={loginPath} replace state={{ from: search ? `${path}?${search}` : path }} />;
  return destination === 'in' && isSettled ? children : <FrameWaiting />;
}
