/** The fullest response that a provider may give, by call. */
const moment = { time: '2026-11-03T21:05:00Z', timezone: 'America/Phoenix', has_time: true, has_day: true };
const event = {
  id: '3000',
  customer: { name: 'Mesa Library', type: 'Library', address: { state: 'AZ' } },
  program: {
    time: { tbd: false, start: moment, end: { ...moment, time: '2026-11-03T22:30:00Z' } },
    type: 'Minecraft',
    program: 'Redstone Lab',
    age: '8-12',
    devices: 'BYOD|Robots',
    format: 'Hybrid',
    contact: { name: 'Pat Kim', email: 'pat@mesa.example', phone: '480-555-0100' },
    price: '$300',
    notes: 'Bring cables',
  },
  host: { anchor: 'Room', url: 'https://meet.example/room' },
  shift: {
    user: { first_name: 'Sam', last_name: 'Shift' },
    summary: 'Minecraft',
    status: 'confirmed',
    type: 'shift',
    location: { name: 'Mesa' },
    start_time: '2026-11-03T20:30:00Z',
    end_time: '2026-11-03T23:00:00Z',
  },
  reviewed: 'Yes',
  tech_setup_required: 'No',
  tech_setup_completed: 'Unknown',
  pre_program_setup_email_sent: 'Yes',
  pre_program_reminder_email_sent: 'No',
  sling_shift_time: '9 to 12',
  invoiced: 'Sent',
  invoice_id: '1042',
  src_id: 'SCH-1',
  sales_person: 'Ada Park',
  sales_lead: 'Ben Ortiz',
  internal_notes: 'Call first',
};
const commission = {
  id: '5000',
  invoice_id: '9000',
  user_id: '7',
  salesperson_name: 'Ada Park',
  booking_date: '2026-11-20',
  gross_amount: 1200.5,
  net_revenue: 1000.25,
  commission_amount: 50.01,
  commission_rate: 0.05,
  status: 'paid',
  payment_date: '2026-11-15',
  notes: 'Renewal',
};
const summary = {
  quota_amount: 100000,
  base_commission_rate: 0.05,
  over_quota_commission_rate: 0.075,
  quota_attainment: 0.72,
  period_net_revenue: 72000,
  base_revenue: 72000,
  over_quota_revenue: 0,
  total_adjustments: -120.5,
  period_commission: 3600,
  total_commission: 3479.5,
  commission_status: 'partially_paid',
  average_deal_size: 1200,
  effective_commission_rate: 0.05,
  ytd_progress: 310000,
  ytd_target: 400000,
  total_commissionable_sales: 72000,
  total_commission_earned: 3479.5,
  total_commission_paid: 1200,
  total_commission_due: 800,
};
const adjustment = {
  id: '700',
  commission_id: '5000',
  adjustment_amount: -20.25,
  adjustment_reason: 'Travel was billed as revenue',
  related_invoice_id: '9000',
  created_by: 'Carla Diaz',
  created_at: '2026-11-18T16:00:00Z',
  updated_at: '2026-11-18T16:00:00Z',
};
const user = {
  id: '7',
  first_name: 'Ada',
  last_name: 'Park',
  email: 'ada@other.example',
  role: 'salesperson',
  territory: 'West',
  active: true,
  manager_id: '3',
  created_at: '2025-01-01T12:00:00Z',
  updated_at: '2025-01-01T12:00:00Z',
  preferences: {
    table_column_orders: { events: [{ key: 'price', visible: true }] },
    table_column_widths: { events: { price: 120 } },
    dashboard_settings: { default_date_range: 'current_month', preferred_charts: ['top_deals'] },
    notification_settings: { email_enabled: true, push_enabled: false, frequency: 'daily' },
  },
};
const notification = {
  id: '1',
  type: 'payment',
  priority: 'high',
  title: 'Invoice paid',
  message: 'Invoice 9001 was paid.',
  read: false,
  created_at: '2026-11-20T15:00:00Z',
};
const performance = {
  user_id: '7',
  period: '2026-11',
  total_sales: 60_000,
  total_commission: 3_000,
  quota_amount: 100_000,
  quota_attainment: 0.6,
  deals_closed: 4,
  average_deal_size: 15_000,
  conversion_rate: 0.5,
  summary,
};
const invoice = { id: '9000', invoice_number: '9000', customer: { name: 'Mesa Library' } };
const connection = {
  id: '4',
  name: 'Main',
  company_name: 'Mesa Books',
  legal_name: 'Mesa Books LLC',
  realm_id: '91',
  invoice_suffix: 'MSA',
  spreadsheet_id: 'abc',
  sheet_name: 'Events',
  type: 'schedule',
  email: 'ops@mesa.example',
  contact_email: 'books@mesa.example',
  phone: '480-555-0100',
  website: 'https://mesa.example',
  address: 'Mesa, AZ',
  status: 'active',
  connection_status: 'connected',
  connection_message: 'Fine',
  start_date: '2026-01-01',
  end_date: '2026-12-31',
  last_sync_at: '2026-11-20T15:00:00Z',
  last_test_at: '2026-11-20T15:00:00Z',
  sync_invoices: true,
};
const pagination = { cursor: null, limit: 50, total: 1 };

export const samples = {
  events: {
    data: [event],
    pagination,
    summary: { need_review: 1, need_tech_setup: 2, need_pre_program_email: 3, need_reminder_email: 4 },
  },
  commissions: { data: [commission], summary, pagination },
  adjustments: { data: [adjustment], pagination },
  users: { data: [user] },
  performance,
  invoices: { data: [invoice] },
  connections: { data: [connection] },
  notifications: { data: [notification] },
  generalSettings: { id: '1', companyName: 'Acme', commissionsConfig: '{}' },
  publicSettings: { companyName: 'Acme', features: ['explain'] },
};

type Thin = Readonly<{ path: string; answer: unknown }>;
const OTHERS: readonly unknown[] = [null, 'odd', 1e308, [null], { code: 1 }];
const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The response with each of its paths removed, and with each replaced by wrong values. */
export const withFieldsMissing = (sample: unknown): readonly Thin[] => {
  const variants: Thin[] = OTHERS.map((other) => ({ path: ` is ${JSON.stringify(other)}`, answer: other }));
  const walk = (node: unknown, path: readonly string[]): void => {
    if (!isBranch(node)) return;
    for (const key of Object.keys(node)) {
      const keyPath = [...path, key];
      const changed = (change: (parent: Record<string, unknown>) => void): unknown => {
        const copy = structuredClone(sample);
        const parent = path.reduce<unknown>((value, step) => Reflect.get(value as object, step), copy);
        change(parent as Record<string, unknown>);
        return copy;
      };
      variants.push({ path: `${keyPath.join('.')} is missing`, answer: changed((parent) => delete parent[key]) });
      for (const other of OTHERS) {
        const answer = changed((parent) => {
          parent[key] = other;
        });
        variants.push({ path: `${keyPath.join('.')} is ${JSON.stringify(other)}`, answer });
      }
      walk(Reflect.get(node, key), keyPath);
    }
  };
  walk(sample, []);
  return variants;
};
