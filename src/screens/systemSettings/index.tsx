import './systemSettings.css';
import { Suspense } from 'react';
import { useLocation, useSearch } from 'wouter';
import { integrationWords } from '../../../contract/messages/integrations.ts';
import { messages } from '../../../contract/messages.ts';
import { useFeature } from '../../app/context.ts';
import { later } from '../../ui/support/later.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { GeneralTab } from './parts/GeneralTab.tsx';

const [FailedMails] = later(() => import('./mail/FailedMails.tsx'));
const [HubspotTab] = later(() => import('./connections/HubspotTab.tsx'));
const [MercuryTab] = later(() => import('./connections/MercuryTab.tsx'));
const [QuickBooksTab] = later(() => import('./connections/QuickBooksTab.tsx'));
const [SheetsTab] = later(() => import('./connections/SheetsTab.tsx'));
const [SlingTab] = later(() => import('./connections/SlingTab.tsx'));
const [ImportRuns] = later(() => import('../../shared/imports/ImportRuns.tsx'));

const text = messages.generalSettings;

/** In the order of spec 2.49. */
const integrationTabs = [
  { key: 'quickbooks', label: integrationWords.quickbooks.tab, content: <QuickBooksTab /> },
  { key: 'hubspot', label: integrationWords.hubspot.tab, content: <HubspotTab /> },
  { key: 'mercury', label: integrationWords.mercury.tab, content: <MercuryTab /> },
  { key: 'googlesheets', label: integrationWords.googlesheets.tab, content: <SheetsTab /> },
  { key: 'sling', label: integrationWords.sling.tab, content: <SlingTab /> },
] as const;

/** spec 2.49; the address says which tab is shown: a link and a reload come back to it. */
export default function SystemSettingsScreen() {
  const hasImports = useFeature('imports');
  const hasMail = useFeature('mail-failures');
  const [path, navigate] = useLocation();
  const address = new URLSearchParams(useSearch());
  const general = { key: 'general', label: text.tabs.general, content: <GeneralTab /> };
  const imports = { key: 'imports', label: messages.imports.title, content: <ImportRuns /> };
  const mail = { key: 'mail', label: messages.failedMail.tab, content: <FailedMails /> };
  const tabs = [general, ...integrationTabs, ...(hasImports ? [imports] : []), ...(hasMail ? [mail] : [])];
  const named = tabs.find(({ key }) => key === address.get('tab'))?.key;
  const first = named ?? (address.has('run') ? imports.key : address.has('mail') ? mail.key : general.key);
  return (
    <div className="system">
      <h1>{text.title}</h1>
      <Suspense fallback={null}>
        <Tabs label={text.tabsLabel} tabs={tabs} first={first} onChosen={(tab) => navigate(`${path}?tab=${tab}`, { replace: true })} />
      </Suspense>
    </div>
  );
}
