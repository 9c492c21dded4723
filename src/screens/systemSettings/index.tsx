import './systemSettings.css';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { announcedKinds, type ConnectionKind } from '../../../contract/entities/connection.ts';
import { integrationMessages } from '../../../contract/messages/integrations.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { importsPath } from '../../app/routes.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { type Tab, Tabs } from '../../ui/Tabs.tsx';
import { integrationTabs } from './connections/tabs.tsx';
import { GeneralTab } from './parts/GeneralTab.tsx';

const [ChannelDesk] = lazyComponent(() => import('../../shared/channels/ChannelDesk.tsx'));
const [ApiTokenDesk] = lazyComponent(() => import('../../shared/tokens/ApiTokenDesk.tsx'));
const [WebhookDesk] = lazyComponent(() => import('./webhooks/WebhookDesk.tsx'));
const [ProvisioningTab] = lazyComponent(() => import('./provisioning/ProvisioningTab.tsx'));
const [SecurityTab] = lazyComponent(() => import('./security/SecurityTab.tsx'));
const [FailedMails] = lazyComponent(() => import('./mail/FailedMails.tsx'));
const [ConnectionsOverview] = lazyComponent(() => import('./connections/ConnectionsOverview.tsx'));

const t = messages.generalSettings;

const OVERVIEW = 'connections';
const TAB_PX = 400;
type TabGroup = Readonly<{ label: string; tabs: readonly Tab[] }>;

/**
 * HubSpot's form is shown even without the feature (spec 2.57); other kinds that the specification does not define have a tab only if they
 * are announced.
 */
const isShown = (kind: string, announced: readonly string[]): boolean =>
  kind === 'hubspot' || !announcedKinds.some((announcedKind) => announcedKind === kind) || announced.includes(kind);

const integrationKinds = Object.keys(integrationTabs) as ConnectionKind[];

const listIntegrationTabs = (announced: readonly string[]): readonly Tab[] =>
  integrationKinds.flatMap((kind) => {
    const TabContent = integrationTabs[kind];
    return isShown(kind, announced) ? [{ key: kind, label: integrationMessages[kind].tab, content: <TabContent /> }] : [];
  });

const toOverview = (announced: readonly string[]): Tab => {
  const kinds = integrationKinds.filter((kind) => isShown(kind, announced) && (kind !== 'hubspot' || announced.includes(kind)));
  return { key: OVERVIEW, label: t.overview, content: <ConnectionsOverview kinds={kinds} /> };
};

/** Keeps the tabs on the page while the code of one of them loads. */
const suspend = (tab: Tab): Tab => ({ ...tab, content: <Suspense fallback={<Skeleton height={TAB_PX} />}>{tab.content}</Suspense> });

const useTabGroups = (): readonly TabGroup[] => {
  const announcedFeatures = useSelector(useApp().settings, ({ context }) => context.features);
  const [hasMail, hasChannels] = [useFeature('mail-failures'), useFeature('channels')];
  const [hasTokens, hasWebhooks] = [useFeature('api-tokens'), useFeature('webhooks')];
  const [hasFactor, hasScim] = [useFeature('second-factor'), useFeature('scim')];
  const security = { key: 'security', label: messages.secondFactor.settingsTitle, content: <SecurityTab /> };
  const provisioning = { key: 'provisioning', label: messages.scim.tab, content: <ProvisioningTab /> };
  const apiTokens = { key: 'tokens', label: messages.apiTokens.tab, content: <ApiTokenDesk owners="all" /> };
  const webhooks = { key: 'webhooks', label: messages.webhooks.tab, content: <WebhookDesk /> };
  const mail = { key: 'mail', label: messages.failedMail.tab, content: <FailedMails /> };
  const channels = { key: 'channels', label: messages.channelDesk.tab, content: <ChannelDesk scope="company" /> };
  const ownGroups: readonly TabGroup[] = [
    { label: t.groups.signIn, tabs: [...(hasFactor ? [security] : []), ...(hasScim ? [provisioning] : [])] },
    { label: t.groups.programs, tabs: [...(hasTokens ? [apiTokens] : []), ...(hasWebhooks ? [webhooks] : [])] },
    { label: t.groups.messages, tabs: [...(hasMail ? [mail] : []), ...(hasChannels ? [channels] : [])] },
  ].filter(({ tabs }) => tabs.length > 0);
  const general = { label: t.tabs.general, tabs: [{ key: 'general', label: t.tabs.general, content: <GeneralTab /> }] };
  const integrations = listIntegrationTabs(announcedFeatures);
  // A provider without features of ours has the six tabs of spec 2.49, without groups.
  if (ownGroups.length === 0) return [general, ...integrations.map((tab) => ({ label: tab.label, tabs: [tab] }))];
  return [general, { label: t.groups.connections, tabs: [toOverview(announcedFeatures), ...integrations] }, ...ownGroups];
};

/** spec 2.49. The tab is in the URL, so links and reloads return to it. */
export default function SystemSettingsScreen() {
  const groups = useTabGroups();
  const hasImports = useFeature('imports');
  const [path, navigate] = useLocation();
  const address = new URLSearchParams(useSearch());
  // Imports were a tab here; their old links lead to their page.
  if (hasImports && (address.get('tab') === 'imports' || address.has('run'))) {
    address.delete('tab');
    return <Redirect to={`${importsPath}${address.size > 0 ? `?${address}` : ''}`} replace />;
  }
  const requested = address.get('tab') ?? (address.has('mail') ? 'mail' : null);
  const chosenGroup = groups.find(({ tabs }) => tabs.some(({ key }) => key === requested)) ?? groups[0];
  const selected = chosenGroup?.tabs.some(({ key }) => key === requested) ? (requested ?? undefined) : chosenGroup?.tabs[0]?.key;
  const choose = (tab: string): void => navigate(`${path}?tab=${tab}`, { replace: true });
  const outerTabs = groups.map(({ label, tabs }) => ({
    key: tabs[0]?.key ?? label,
    label,
    content:
      tabs.length > 1 ? (
        <div className="system-subtabs">
          <Tabs label={label} tabs={tabs.map(suspend)} selected={selected} onChosen={choose} />
        </div>
      ) : (
        tabs.map(suspend)[0]?.content
      ),
  }));
  return (
    <div className="page system">
      <PageHead title={t.title} />
      <Tabs label={t.tabsLabel} tabs={outerTabs} selected={chosenGroup?.tabs[0]?.key} onChosen={choose} />
    </div>
  );
}
