import './systemSettings.css';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { useLocation, useSearch } from 'wouter';
import { announcedKinds, type ConnectionKind } from '../../../contract/entities/connection.ts';
import { integrationMessages } from '../../../contract/messages/integrations.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { integrationTabs } from './connections/tabs.tsx';
import { GeneralTab } from './parts/GeneralTab.tsx';

const [ChannelDesk] = lazyComponent(() => import('../../shared/channels/ChannelDesk.tsx'));
const [ApiTokenDesk] = lazyComponent(() => import('../../shared/tokens/ApiTokenDesk.tsx'));
const [WebhookDesk] = lazyComponent(() => import('./webhooks/WebhookDesk.tsx'));
const [ProvisioningTab] = lazyComponent(() => import('./provisioning/ProvisioningTab.tsx'));
const [SecurityTab] = lazyComponent(() => import('./security/SecurityTab.tsx'));
const [FailedMails] = lazyComponent(() => import('./mail/FailedMails.tsx'));
const [ImportRuns] = lazyComponent(() => import('../../shared/imports/ImportRuns.tsx'));

const t = messages.generalSettings;

/**
 * HubSpot's form is shown even without the feature (spec 2.57); other kinds that the specification does not define have a tab only if they
 * are announced.
 */
const isShown = (kind: string, announced: readonly string[]): boolean =>
  kind === 'hubspot' || !announcedKinds.some((announcedKind) => announcedKind === kind) || announced.includes(kind);

const listIntegrationTabs = (announced: readonly string[]) =>
  Object.entries(integrationTabs).flatMap(([kind, Tab]) =>
    isShown(kind, announced) ? [{ key: kind, label: integrationMessages[kind as ConnectionKind].tab, content: <Tab /> }] : [],
  );

/** spec 2.49. The tab is in the URL, so links and reloads return to it. */
export default function SystemSettingsScreen() {
  const announcedFeatures = useSelector(useApp().settings, ({ context }) => context.features);
  const [hasImports, hasMail, hasChannels] = [useFeature('imports'), useFeature('mail-failures'), useFeature('channels')];
  const [hasTokens, hasWebhooks] = [useFeature('api-tokens'), useFeature('webhooks')];
  const [hasFactor, hasScim] = [useFeature('second-factor'), useFeature('scim')];
  const [path, navigate] = useLocation();
  const address = new URLSearchParams(useSearch());
  const general = { key: 'general', label: t.tabs.general, content: <GeneralTab /> };
  const imports = { key: 'imports', label: messages.imports.title, content: <ImportRuns /> };
  const mail = { key: 'mail', label: messages.failedMail.tab, content: <FailedMails /> };
  const channels = { key: 'channels', label: messages.channelDesk.tab, content: <ChannelDesk scope="company" /> };
  const apiTokens = { key: 'tokens', label: messages.apiTokens.tab, content: <ApiTokenDesk owners="all" /> };
  const webhooks = { key: 'webhooks', label: messages.webhooks.tab, content: <WebhookDesk /> };
  const provisioning = { key: 'provisioning', label: messages.scim.tab, content: <ProvisioningTab /> };
  const security = { key: 'security', label: messages.secondFactor.settingsTitle, content: <SecurityTab /> };
  const tabs = [
    general,
    ...(hasFactor ? [security] : []),
    ...(hasScim ? [provisioning] : []),
    ...listIntegrationTabs(announcedFeatures),
    ...(hasImports ? [imports] : []),
    ...(hasMail ? [mail] : []),
    ...(hasChannels ? [channels] : []),
    ...(hasTokens ? [apiTokens] : []),
    ...(hasWebhooks ? [webhooks] : []),
  ];
  const addressedTab = tabs.find(({ key }) => key === address.get('tab'))?.key;
  const initialTab = addressedTab ?? (address.has('run') ? imports.key : address.has('mail') ? mail.key : general.key);
  return (
    <div className="page system">
      <PageHead title={t.title} />
      <Suspense fallback={null}>
        <Tabs label={t.tabsLabel} tabs={tabs} first={initialTab} onChosen={(tab) => navigate(`${path}?tab=${tab}`, { replace: true })} />
      </Suspense>
    </div>
  );
}
