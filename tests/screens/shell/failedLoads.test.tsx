import { act, cleanup, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { features } from '../../../contract/features.ts';
import { messages } from '../../../contract/messages.ts';
import type { App } from '../../../src/app/compose.ts';
import { type RouteId, routes } from '../../../src/app/routes.ts';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { mockPhoneWidth } from '../../ui/phoneWidth.ts';

const screens: Readonly<Record<RouteId, () => Promise<{ default: ComponentType }>>> = {
  individual: () => import('../../../src/screens/individual/index.tsx'),
  'team-dashboard': () => import('../../../src/screens/teamDashboard/index.tsx'),
  approvals: () => import('../../../src/screens/approvals/index.tsx'),
  analytics: () => import('../../../src/screens/analytics/index.tsx'),
  audit: () => import('../../../src/screens/audit/index.tsx'),
  commissions: () => import('../../../src/screens/commissions/index.tsx'),
  deals: () => import('../../../src/screens/deals/index.tsx'),
  events: () => import('../../../src/screens/events/index.tsx'),
  flows: () => import('../../../src/screens/flows/index.tsx'),
  simulation: () => import('../../../src/screens/simulation/index.tsx'),
  forecast: () => import('../../../src/screens/forecast/index.tsx'),
  imports: () => import('../../../src/screens/imports/index.tsx'),
  invoices: () => import('../../../src/screens/invoices/index.tsx'),
  notifications: () => import('../../../src/screens/notifications/index.tsx'),
  payments: () => import('../../../src/screens/payments/index.tsx'),
  payouts: () => import('../../../src/screens/payouts/index.tsx'),
  periods: () => import('../../../src/screens/payPeriods/index.tsx'),
  customer: () => import('../../../src/screens/customer/index.tsx'),
  person: () => import('../../../src/screens/person/index.tsx'),
  plans: () => import('../../../src/screens/plans/index.tsx'),
  'plan-builder': () => import('../../../src/screens/planBuilder/index.tsx'),
  'plan-trial': () => import('../../../src/screens/planTrial/index.tsx'),
  pipeline: () => import('../../../src/screens/pipeline/index.tsx'),
  profile: () => import('../../../src/screens/profile/index.tsx'),
  reports: () => import('../../../src/screens/reports/index.tsx'),
  settings: () => import('../../../src/screens/settings/index.tsx'),
  'system-settings': () => import('../../../src/screens/systemSettings/index.tsx'),
  users: () => import('../../../src/screens/users/index.tsx'),
  setup: () => import('../../../src/screens/setup/index.tsx'),
  wake: () => import('../../../src/screens/wake/index.tsx'),
};

/** Pages about one subject, named in their address. */
const subjects: Readonly<Partial<Record<RouteId, string>>> = { wake: '?of=invoice-1', 'plan-trial': '?draft=1' };
/** Views with their own URL. */
const addresses: readonly (readonly [RouteId, string])[] = [
  ...routes.map(({ id }) => [id, subjects[id] ?? ''] as const),
  ['plan-builder', '?draft=1'],
  ['flows', '?record=payout-1'],
  ['deals', '?view=board'],
  ['events', '?view=month'],
  ['payments', '?view=bank'],
  ['payments', '?run=all'],
  ['payments', '?run=1'],
  ['periods', '?review=2026-10'],
  ['reports', '?view=schedules'],
  ['system-settings', '?tab=mail'],
  ['system-settings', '?tab=quickbooks'],
];

/** Labels of a choice or a missing value, which don't depend on the server's response. */
const isLabel = (path: string): boolean => /\.(no(Territory|Manager|Attention|Deal|Activity|Day|TerritoryKey|Column)|nobody)$/.test(path);
const isEmptyText = (path: string): boolean => /(^|\.)(empty|none|no[A-Z])\w*$|(Empty|NoQuota|Nothing)$/.test(path) && !isLabel(path);
const MIN_LENGTH = 8;

/** Every message for an empty state, as a pattern: {placeholders} match anything. */
const emptyTexts = (group: object, path = ''): readonly RegExp[] =>
  Object.entries(group).flatMap(([key, value]) => {
    const fieldPath = `${path}.${key}`;
    if (typeof value === 'object' && value !== null) return emptyTexts(value, fieldPath);
    if (typeof value !== 'string' || value.length < MIN_LENGTH || !isEmptyText(fieldPath)) return [];
    return [new RegExp(value.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+?'))];
  });

const patterns = emptyTexts(messages);
const shownAsEmpty = (): readonly string[] =>
  [...document.body.querySelectorAll('*')]
    .filter(({ children }) => children.length === 0)
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => patterns.some((pattern) => pattern.test(text)));

const failure = Object.assign(new Error('HTTP 500'), { status: 500, data: { message: 'The server is out of order.' } });
const failing = (() => Promise.reject(failure)) as unknown as App['http'];

const openFailing = async (id: RouteId, search: string): Promise<void> => {
  window.history.replaceState(null, '', `/${id}${search}`);
  const stage = await createStage({ features: features.filter((feature) => !feature.startsWith('no-')), user: { ...user, role: 'admin' } });
  const app = { ...stage, http: failing, getService: (createService: (http: App['http']) => unknown) => createService(failing) } as App;
  const Screen = (await screens[id]()).default;
  await act(async () => {
    render(
      <Stage app={app}>
        <Suspense fallback={null}>
          <Screen />
        </Suspense>
      </Stage>,
    );
    await vi.dynamicImportSettled();
  });
  await act(() => vi.dynamicImportSettled());
};

describe.each([
  ['desktop', false],
  ['phone', true],
])('decisions 8.05: a failed load on a %s', (_, isNarrow) => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    if (isNarrow) mockPhoneWidth();
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it.each(addresses)('%s%s reports the failure and never an empty list', { timeout: 240_000 }, async (id, search) => {
    await openFailing(id, search);
    // Both read only the signed-in user.
    if (!['profile', 'settings'].includes(id)) await screen.findAllByRole('alert');
    expect(shownAsEmpty()).toEqual([]);
  });
});
