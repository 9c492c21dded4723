import { lazy, Suspense } from 'react';
import { Route, Router, Switch } from 'wouter';
import { Widgets } from '../ui/Widgets.tsx';
import type { App } from './compose.ts';
import { AppProvider } from './context.ts';
import { DocumentTitle } from './DocumentTitle.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FrameWaiting } from './FrameWaiting.tsx';
import { Guard } from './Guard.tsx';
import { PageSpinner } from './PageSpinner.tsx';
import { loginPath } from './routes.ts';

// Before signing in, no menu and no screen is loaded: everything behind the guard is a chunk of its own.
const Inside = lazy(() => import('./Inside.tsx'));
// Its fields and their rules are a chunk too, which a visit with a session never asks for.
const LoginScreen = lazy(() => import('../screens/login/index.tsx'));

export function Root({ app }: { app: App }) {
  return (
    <Widgets>
      <AppProvider value={app}>
        <Router>
          <DocumentTitle />
          <ErrorBoundary>
            <Switch>
              <Route path={loginPath}>
                <Suspense fallback={<PageSpinner />}>
                  <LoginScreen />
                </Suspense>
              </Route>
              <Route>
                <Guard>
                  <Suspense fallback={<FrameWaiting />}>
                    <Inside />
                  </Suspense>
                </Guard>
              </Route>
            </Switch>
          </ErrorBoundary>
        </Router>
      </AppProvider>
    </Widgets>
  );
}
