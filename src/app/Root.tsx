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

// Everything behind the guard is a separate chunk, so no menu or screen loads before sign-in.
const Inside = lazy(() => import('./Inside.tsx'));
// The login form is a separate chunk that a visit with a session never loads.
const LoginScreen = lazy(() => import('../screens/login/index.tsx'));

export function Root({ app }: { app: App }) {
  return (
    <Widgets>
      <AppProvider value={app}>
        <Router>
          <DocumentTitle />
          <ErrorBoundary>
            <Switch>
              <Route path={`${loginPath}/*?`}>
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
