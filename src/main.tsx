import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { composeApp } from './app/compose.ts';
import { openInspector } from './app/inspect.ts';
import { Root } from './app/Root.tsx';
import './ui/theme/base.css';
import './app/app.css';

const start = async (): Promise<void> => {
  const app = composeApp({ inspect: await openInspector() });
  app.start();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <Root app={app} />
    </StrictMode>,
  );
};

void start();
