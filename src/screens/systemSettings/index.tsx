import './systemSettings.css';
import { lazy, Suspense } from 'react';
import { useSearch } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { useFeature } from '../../app/context.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { GeneralTab } from './parts/GeneralTab.tsx';

const FailedMails = lazy(() => import('./mail/FailedMails.tsx'));
const ImportRuns = lazy(() => import('../../shared/imports/ImportRuns.tsx'));

const text = messages.generalSettings;

/** spec 2.49: the integrations' tabs come with the integrations. */
export default function SystemSettingsScreen() {
  const hasImports = useFeature('imports');
  const hasMail = useFeature('mail-failures');
  const address = new URLSearchParams(useSearch());
  const general = { key: 'general', label: text.tabs.general, content: <GeneralTab /> };
  const imports = { key: 'imports', label: messages.imports.title, content: <ImportRuns /> };
  const mail = { key: 'mail', label: messages.failedMail.tab, content: <FailedMails /> };
  const tabs = [general, ...(hasImports ? [imports] : []), ...(hasMail ? [mail] : [])];
  const first = address.has('run') ? imports.key : address.has('mail') ? mail.key : general.key;
  return (
    <div className="system">
      <h1>{text.title}</h1>
      <Suspense fallback={null}>
        <Tabs label={text.tabsLabel} tabs={tabs} first={first} />
      </Suspense>
    </div>
  );
}
