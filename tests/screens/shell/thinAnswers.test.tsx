import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { App } from '../../../src/app/compose.ts';
import { connectNotifications } from '../../../src/app/shell/connectNotifications.ts';
import { adjustmentColumns } from '../../../src/screens/commissions/adjustments/AdjustmentsColumns.tsx';
import { commissionColumns } from '../../../src/screens/commissions/columns.tsx';
import CommissionsScreen from '../../../src/screens/commissions/index.tsx';
import { SummaryCard } from '../../../src/screens/commissions/parts/SummaryCard.tsx';
import { createEventColumns } from '../../../src/screens/events/columns.tsx';
import EventsScreen from '../../../src/screens/events/index.tsx';
import { EventFacts } from '../../../src/screens/events/parts/EventFacts.tsx';
import IndividualScreen from '../../../src/screens/individual/index.tsx';
import ProfileScreen from '../../../src/screens/profile/index.tsx';
import SettingsScreen from '../../../src/screens/settings/index.tsx';
import SystemSettingsScreen from '../../../src/screens/systemSettings/index.tsx';
import TeamDashboardScreen from '../../../src/screens/teamDashboard/index.tsx';
import { userColumns } from '../../../src/screens/users/columns.tsx';
import UsersScreen from '../../../src/screens/users/index.tsx';
import { createAdjustments } from '../../../src/services/adjustments.ts';
import { createAuth } from '../../../src/services/auth.ts';
import { createCommissions } from '../../../src/services/commissions.ts';
import { createEvents } from '../../../src/services/events.ts';
import { createGeneralSettings } from '../../../src/services/generalSettings.ts';
import { createIntegrations } from '../../../src/services/integrations.ts';
import { createNotifications } from '../../../src/services/notifications.ts';
import { createPerformance } from '../../../src/services/performance.ts';
import { createSettings } from '../../../src/services/settings.ts';
import type { Tokens } from '../../../src/services/tokens.ts';
import { createUsers } from '../../../src/services/users.ts';
import { centsOf, formatMoney, formatPercent } from '../../../src/ui/display/format.ts';
import type { GridColumn } from '../../../src/ui/grid/types.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { samples, withFieldsMissing } from './thinCases.ts';

afterEach(cleanup);

const byPath: Readonly<Record<string, unknown>> = {
  '/api/v1/analytics/performance': samples.performance,
  '/api/v1/commissions': samples.commissions,
  '/api/v1/adjustments': samples.adjustments,
  '/api/v1/events': samples.events,
  '/api/v1/users': samples.users,
  '/api/v1/settings/general': samples.generalSettings,
  '/api/v1/integrations': samples.connections,
  '/api/v1/notifications': samples.notifications,
};
/** A sample with every field of its rows, summary and pagination replaced by the value. */
const withValueEverywhere = (sample: unknown, value: unknown): unknown => {
  if (Array.isArray(sample)) return sample.map((item) => withValueEverywhere(item, value));
  if (typeof sample !== 'object' || sample === null) return value;
  return Object.fromEntries(
    Object.entries(sample).map(([key, item]) => [
      key,
      ['data', 'summary', 'pagination'].includes(key) ? withValueEverywhere(item, value) : value,
    ]),
  );
};
const respondWith = (answer: unknown): App['http'] => (async () => structuredClone(answer)) as App['http'];
const first = { question: {}, cursor: null, limit: 50 };

const app = await createStage();
const markupOf = (content: ReactNode): string => renderToStaticMarkup(<Stage app={app}>{content}</Stage>);

/** Every cell of every row, as drawn in the grid and as exported. */
const drawn = <Row extends { id: string }>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): string =>
  rows
    .flatMap((row) => columns.map((column) => `${column.text(row)} ${column.tip?.(row) ?? ''} ${markupOf(<p>{column.cell(row)}</p>)}`))
    .join(' | ');

const events = createEventColumns(() => true, false, '2026-11-21');
const users = userColumns({ selfId: '7', itemsOf: () => [] });
const kinds: Readonly<Record<keyof typeof samples, (answer: unknown) => Promise<string>>> = {
  events: async (answer) => {
    const { data } = await createEvents(respondWith(answer)).page(first);
    const facts = data.map((event) => markupOf(<EventFacts event={event} />));
    return `${drawn(data, events)} ${facts}`;
  },
  commissions: async (answer) => {
    const { data, summary } = await createCommissions(respondWith(answer)).page(first);
    const card = markupOf(<SummaryCard summary={summary} state={summary ? 'ready' : 'default'} status="" />);
    return `${drawn(data, commissionColumns)} ${card}`;
  },
  adjustments: async (answer) => drawn((await createAdjustments(respondWith(answer)).page(first)).data, adjustmentColumns(true, [])),
  users: async (answer) => drawn((await createUsers(respondWith(answer), { pages: true, temporary: true }).page(first)).data, users),
  performance: async (answer) => {
    const read = await createPerformance(respondWith(answer)).person('7', { start_date: '2026-11-01', end_date: '2026-11-30' });
    const amounts = [read.total_sales, read.total_commission, read.quota_amount, read.average_deal_size].map((one) =>
      formatMoney(centsOf(one)),
    );
    const card = markupOf(<SummaryCard summary={read.summary} state={read.summary ? 'ready' : 'default'} status="" />);
    return `${amounts} ${formatPercent(read.quota_attainment ?? Number.NaN)} ${read.period} ${card}`;
  },
  invoices: async (answer) => {
    const matches = await createAdjustments(respondWith(answer)).lookUp('9', new AbortController().signal);
    return markupOf(<p>{matches.map(({ invoice_number, customer }) => `${invoice_number} ${customer.name}`)}</p>);
  },
  connections: async (answer) => {
    const read = await createIntegrations(respondWith(answer), 'quickbooks').list();
    const { settings: _settings, brought: _brought, run: _run, version: _version, ...facts } = read[0] ?? {};
    return markupOf(
      <p>
        {Object.values(facts).map((fact) => (
          <b key={String(fact)}>{fact}</b>
        ))}
      </p>,
    );
  },
  notifications: async (answer) => {
    const items = await createNotifications(respondWith(answer)).latest();
    const view = connectNotifications({ matches: () => false, context: { items, unread: 1 } } as never);
    return JSON.stringify(view);
  },
  generalSettings: async (answer) => JSON.stringify(await createGeneralSettings(respondWith(answer)).load()),
  publicSettings: async (answer) => JSON.stringify(await createSettings(respondWith(answer)).public()),
};

describe.each(Object.keys(samples) as (keyof typeof samples)[])('decisions 1.05: an incomplete answer for %s', (kind) => {
  it('any field that is missing, null or of another type is read without an error or a technical word', {
    timeout: 240_000,
  }, async () => {
    const thin = withFieldsMissing(samples[kind]);
    expect(thin.length).toBeGreaterThan(5);
    for (const { path, answer } of thin) {
      const result = await kinds[kind](answer).catch((error: unknown) => `threw: ${String(error)}`);
      expect(result, path).not.toMatch(/threw|undefined|NaN|\[object/);
    }
  });
});

describe('decisions 1.05: the signed-in user', () => {
  const auth = (answer: unknown) => createAuth(respondWith(answer), {} as Tokens);
  it('spec 8.02: is read from any answer that names somebody; an answer that names nobody fails', async () => {
    for (const { path, answer } of withFieldsMissing(samples.users.data[0])) {
      if (/^(id|)$/.test(path.split(' ')[0] ?? '')) continue;
      expect((await auth(answer).me()).id, path).toBe('7');
    }
    for (const answer of [null, {}, [], 'Ada']) await expect(auth(answer).me()).rejects.toThrow('names no user');
  });
});

describe('spec 7.03, 7.06, 7.08: an answer the app depends on', () => {
  const wrongValues = [null, {}, [], 'odd', 12, true];
  const tokens = { access: () => 'old', refresh: () => 'refresh', store: () => {} } as Partial<Tokens> as Tokens;
  it('fails without a token or a sign-in page', async () => {
    for (const one of wrongValues) {
      const login = { access_token: one === 12 ? '' : one, user: samples.users.data[0] };
      if (typeof one !== 'string')
        await expect(createAuth(respondWith(login), tokens).login({ email: 'a@b.example', password: 'x' } as never)).rejects.toThrow();
      await expect(createAuth(respondWith(one), tokens).login({ email: 'a@b.example', password: 'x' } as never)).rejects.toThrow();
      await expect(createAuth(respondWith(one), tokens).exchange('old')).rejects.toThrow();
      await expect(createIntegrations(respondWith(one), 'quickbooks').signIn({ invoice_suffix: 'ABC' })).rejects.toThrow();
      await expect(createIntegrations(respondWith({ auth_url: one }), 'quickbooks').signIn({ invoice_suffix: 'ABC' })).rejects.toThrow();
    }
  });

  it('spec 7.19, 7.28: an empty answer to a save shows the saved values, and an odd sync message is left out', async () => {
    const saved = { companyName: 'Acme', commissionsConfig: '{"a":1}' };
    for (const one of wrongValues) {
      expect(await createGeneralSettings(respondWith(one)).save(saved, null)).toMatchObject(saved);
      expect((await createEvents(respondWith({ message: one })).sync()).message ?? '').toBeTypeOf('string');
      expect(await createEvents(respondWith(one)).sync()).toBeTypeOf('object');
    }
  });
});

describe('spec 9.05: a date with a time', () => {
  it('is the day as written, in any zone of the reader', async () => {
    const times = { booking_date: '2026-11-20T00:00:00Z', payment_date: '2026-11-15 23:59:59' };
    const [row] = (await createCommissions(respondWith({ data: [{ ...samples.commissions.data[0], ...times }] })).page(first)).data;
    expect(drawn(row ? [row] : [], commissionColumns)).toMatch(/Nov 20, 2026.*Nov 15, 2026/);
    expect([row?.booking_date, row?.payment_date]).toEqual(['2026-11-20', '2026-11-15']);
  });
});

describe('decisions 1.05: a complete answer is read unchanged', () => {
  it('from every call of section 7', async () => {
    const read = {
      events: await createEvents(respondWith(samples.events)).page(first),
      commissions: await createCommissions(respondWith(samples.commissions)).page(first),
      adjustments: await createAdjustments(respondWith(samples.adjustments)).page(first),
      users: await createUsers(respondWith(samples.users), { pages: true, temporary: true }).page(first),
      notifications: { data: await createNotifications(respondWith(samples.notifications)).latest() },
      performance: await createPerformance(respondWith(samples.performance)).person('7', {
        start_date: '2026-11-01',
        end_date: '2026-11-30',
      }),
      invoices: { data: await createAdjustments(respondWith(samples.invoices)).lookUp('9', new AbortController().signal) },
      connections: { data: await createIntegrations(respondWith(samples.connections), 'quickbooks').list() },
      generalSettings: await createGeneralSettings(respondWith(samples.generalSettings)).load(),
      publicSettings: await createSettings(respondWith(samples.publicSettings)).public(),
    };
    expect(read).toMatchObject(samples);
  });

  it('spec 3.13: contact, address and shift may be flat, ids numbers, and money text', async () => {
    const { contact, ...program } = samples.events.data[0]?.program ?? {};
    const flat = {
      id: 3000,
      customer: { name: 'Mesa Library', state: 'AZ' },
      program: { ...program, contact_name: contact?.name, contact_email: contact?.email, contact_phone: contact?.phone, price: 300 },
      shift: { first_name: 'Sam', last_name: 'Shift', location: null },
    };
    const [event] = (await createEvents(respondWith({ data: [flat] })).page(first)).data;
    expect(event?.id).toBe('3000');
    expect(event?.customer).toEqual({ name: 'Mesa Library', type: null, address: { state: 'AZ' } });
    expect(event?.program?.contact).toEqual({ name: 'Pat Kim', email: 'pat@mesa.example', phone: '480-555-0100' });
    expect(event?.program?.price).toBe('300');
    expect(event?.shift?.user).toEqual({ first_name: 'Sam', last_name: 'Shift' });
    const { data } = await createCommissions(respondWith({ data: [{ ...samples.commissions.data[0], net_revenue: '1000.25' }] })).page(
      first,
    );
    expect(data[0]?.net_revenue).toBe(1000.25);
  });
});

describe('decisions 1.05: no incomplete answer breaks a screen', () => {
  const thin = [{}, { id: 1, customer: null, program: { time: {} }, role: 'admin', first_name: 'Thin' }, null];
  const answers: readonly unknown[] = [{ data: thin }, thin, null, { data: null, pagination: null, summary: {} }, 'odd'];
  const full = (path: string, value: unknown): unknown => {
    const [, sample] = Object.entries(byPath).find(([prefix]) => path.startsWith(prefix)) ?? [];
    return sample === undefined ? value : withValueEverywhere(sample, value);
  };
  it.each([
    ['My Performance', IndividualScreen],
    ['Team Dashboard', TeamDashboardScreen],
    ['Profile', ProfileScreen],
    ['Settings', SettingsScreen],
    ['System Settings', SystemSettingsScreen],
    ['Events', EventsScreen],
    ['Commissions', CommissionsScreen],
    ['User Management', UsersScreen],
  ])('%s renders with each odd value in all fields of every answer of section 7', { timeout: 120_000 }, async (heading, Screen) => {
    for (const value of [null, {}, { code: 1 }, [null], 'odd', 1e308, true]) {
      const http = (async (path: string) => full(path, value)) as App['http'];
      const stage = await createStage();
      const app = { ...stage, http, getService: (createService: (http: App['http']) => unknown) => createService(http) } as App;
      await act(async () => {
        render(
          <Stage app={app}>
            <Screen />
          </Stage>,
        );
        await vi.dynamicImportSettled();
      });
      expect(screen.getByRole('heading', { level: 1 }).textContent, JSON.stringify(value)).toBe(heading);
      expect(document.body.textContent, JSON.stringify(value)).not.toMatch(/NaN|undefined|\[object/);
      cleanup();
    }
  });

  it.each([
    ['Events', EventsScreen],
    ['Commissions', CommissionsScreen],
    ['User Management', UsersScreen],
  ])('%s shows its heading for every response', { timeout: 240_000 }, async (heading, Screen) => {
    for (const answer of answers) {
      const stage = await createStage();
      const http = respondWith(answer);
      const app = { ...stage, http, getService: (createService: (http: App['http']) => unknown) => createService(http) } as App;
      await act(async () => {
        render(
          <Stage app={app}>
            <Screen />
          </Stage>,
        );
        // Responses arrive with the next tick, which `act` waits for; only lazy chunks take longer.
        await vi.dynamicImportSettled();
      });
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
      expect(document.body.textContent).not.toMatch(/NaN|undefined|\[object/);
      cleanup();
    }
  });
});
