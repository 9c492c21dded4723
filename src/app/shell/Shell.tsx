import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { useApp } from '../context.ts';
import { Drawer } from './Drawer.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import './shell.css';
import './bell.css';
import { ConfirmArea } from './ConfirmArea.tsx';
import { OfflineBar } from './OfflineBar.tsx';
import { SideMenu } from './SideMenu.tsx';
import { ToastArea } from './ToastArea.tsx';
import { TopBar } from './TopBar.tsx';

/** Loaded at the first focus, because a first visit does not need it. */
const keepFocusLater = (): (() => void) => {
  const stopper = new AbortController();
  document.addEventListener(
    'focusin',
    (event) => {
      const path = event.composedPath();
      void import('./keepFocus.ts').then(({ keepFocus }) => keepFocus(path, stopper.signal));
    },
    { once: true, signal: stopper.signal },
  );
  return () => stopper.abort();
};

/** The frame of every screen behind the guard: top bar, side menu or drawer, and content (spec 2.21, 2.23; look.md). */
export function Shell({ children }: { children: ReactNode }) {
  const { navigation, network } = useApp();
  const isCollapsed = useSelector(navigation, (snapshot) => snapshot.matches({ rail: 'folded' }));
  const drawer = useSelector(navigation, (snapshot) => snapshot.matches({ drawer: 'open' }));
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the path changes, before the screen there loads its figures.
  useLayoutEffect(() => {
    navigation.send({ type: 'place.changed' });
    network.send({ type: 'place.changed' });
  }, [navigation, network, path]);
  useEffect(keepFocusLater, []);
  return (
    <div className={isCollapsed ? 'shell shell-folded' : 'shell'}>
      <a className="skip-link" href="#content">
        {messages.menu.skip}
      </a>
      <TopBar />
      <SideMenu folded={isCollapsed} onToggle={() => navigation.send({ type: 'menu.toggle' })} />
      {drawer && <Drawer onClose={() => navigation.send({ type: 'drawer.close' })} />}
      <main id="content" className="content" tabIndex={-1}>
        <OfflineBar />
        {children}
      </main>
      <ToastArea />
      <ConfirmArea />
      <KeysHelp />
    </div>
  );
}
