import './systemSettings.css';
import { lazy, Suspense } from 'react';
import { useSearch } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { useFeature } from '../../app/context.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { GeneralTab } from './parts/GeneralTab.tsx';

const ImportRuns = lazy(() => import('../../shared/imports/ImportRuns.tsx'));

const text = messages.generalSettings;

/** spec 2.49: the integrations' tabs come with the integrations. */
export default function SystemSettingsScreen() {
  const hasImports = useFeature('imports');
  const address = new URLSearchParams(useSearch());
  const runs = (
    <Suspense fallback={null}>
      <ImportRuns />
    </Suspense>
  );
  const general = { key: 'general', label: text.tabs.general, content: <GeneralTab /> };
  const imports = { key: 'imports', label: messages.imports.title, content: runs };
  return (
    <div className="system">
      <h1>{text.title}</h1>
      <Tabs
        label={text.tabsLabel}
        tabs={hasImports ? [general, imports] : [general]}
        first={address.has('run') ? imports.key : general.key}
      />
    </div>
  );
}
