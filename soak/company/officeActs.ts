import { addDays } from '../../contract/rules/time/period.ts';
import { type Move, some, type Turn } from './turn.ts';
import { emailOf } from './world.ts';

const plan = {
  id: 'default',
  quota: { period: 'quarter', amount: 60_000 },
  splits: { sales_person: 0.8, sales_lead: 0.2 },
  team_override: { role: 'sales_manager', rate: 0.02 },
  bonuses: [{ id: 'net', name: 'Net revenue', metric: 'net_revenue', level: 50_000, within: 'quarter', amount: 300 }],
};
/** The plan of the company's first day, followed by the plans that administrators later switch to. */
const plans: readonly object[] = [
  plan,
  { ...plan, due: { when: 'proportional_to_payments' }, clawback: { enabled: true, window_days: 90, max_share_of_payout: 0.5 } },
  { ...plan, due: { when: 'invoice_paid_in_full', wait_days: 5 } },
  { ...plan, base_commission_rate: 0.06, over_quota_commission_rate: 0.09 },
  { ...plan, quota: { period: 'quarter', amount: 40_000 }, rates: [{ match: { customer_type: 'Library' }, base_commission_rate: 0.1 }] },
];
const settings = (chosen: object, books: string) => ({
  companyName: 'Acme',
  commissionsConfig: JSON.stringify({ plans: [chosen], books_begin_on: books, timezone: 'America/Phoenix' }),
});
/** The configuration that opens the company's books. */
export const firstSettings = (books: string): object => settings(plan, books);

const staff = ({ look, me }: Turn) => look.users.filter(({ id, role, active }) => active && id !== me.id && role === 'salesperson');

const people: Readonly<Record<string, Move>> = {
  'user.hire': async (turn) => {
    const name = `hire${turn.look.users.length}x${turn.random.int(1, 9999)}`;
    const manager = some(
      turn,
      turn.look.users.filter(({ role, active }) => active && role === 'sales_manager'),
    );
    const role = turn.random.pick(['salesperson', 'salesperson', 'finance', 'sales_manager']);
    const facts = { first_name: name, last_name: 'Person', email: emailOf(name), role, employment_start: turn.today };
    const form = role === 'salesperson' ? { ...facts, manager_id: manager ? String(manager.id) : null } : facts;
    const { status, body } = await turn.send('POST', '/users', form);
    // A failure during the first sign-in would leave the person with a password that the simulation does not know.
    turn.world.trouble.end();
    if (status === 201 && body.temporary_password) await turn.world.choosePassword(emailOf(name), body.temporary_password);
  },
  'user.move': (turn) => {
    const person = some(turn, staff(turn));
    const manager = some(
      turn,
      turn.look.users.filter(({ role, active }) => active && role === 'sales_manager'),
    );
    const change = turn.random.pick<object>([
      { manager_id: manager ? String(manager.id) : null },
      { territory: turn.random.pick(['West', 'Midwest']) },
    ]);
    const effective_from = addDays(turn.today, turn.random.pick([-10, 0, 0, 5]));
    return person && turn.send('PUT', `/users/${person.id}`, { ...change, effective_from });
  },
  'user.leave': (turn) => {
    const person = some(turn, staff(turn));
    return staff(turn).length > 3 && person
      ? turn.send('PUT', `/users/${person.id}`, { employment_end: addDays(turn.today, turn.random.pick([0, 7])) })
      : undefined;
  },
};

export const officeActs = (books: string): Readonly<Record<string, Move>> => ({
  ...people,
  'plan.save': (turn) => turn.send('PUT', '/settings/general', settings(turn.random.pick(plans), books)),
  'plan.version': async (turn) => {
    const effective_date = turn.random.pick([turn.today, `${turn.today.slice(0, 7)}-01`, addDays(turn.today, 10)]);
    const body = { ...settings(turn.random.pick(plans), books), effective_date };
    const change = await turn.send('POST', '/settings/general/changes', body);
    if (change.status !== 202) return;
    await turn.settle();
    const { body: found } = await turn.send('GET', `/settings/general/changes/${change.body.id}`);
    await turn.send('POST', `/settings/general/changes/${change.body.id}/confirm`, { total: String(found.impact?.total_after ?? '0') });
  },
  'deals.sync': async (turn) => {
    const { clock, vendors } = turn.world;
    const { crm } = vendors;
    const id = String(turn.random.int(1, 40));
    const properties = { dealname: `Deal ${id}`, amount: '1500.5', closedate: `${addDays(turn.today, 20)}T07:00:00Z`, pipeline: 'p' };
    const dealstage = turn.random.pick(['s1', 'won', 'lost']);
    crm.deals.set(id, { id, updatedAt: clock().getTime(), properties: { ...properties, dealstage, hubspot_owner_id: '1' } });
    const { body } = await turn.send('GET', '/integrations/hubspot');
    const connection = body.data?.[0]?.id;
    if (connection) await turn.send('POST', `/integrations/hubspot/${connection}/sync`);
    else await turn.send('POST', '/integrations/hubspot', { name: 'CRM', service_key: crm.serviceKey, frequency: 'manual' });
  },
});

/** Fills the CRM's stand-in with owners and pipelines. */
export const fillCrm = ({ owners, pipelines }: Turn['world']['vendors']['crm']): void => {
  owners.push({ id: '1', email: emailOf('sam'), firstName: 'Sam', lastName: 'Seller' });
  const stage = (id: string, displayOrder: number, probability: string, isClosed: string) => ({
    id,
    label: id,
    displayOrder,
    metadata: { probability, isClosed },
  });
  pipelines.push({
    id: 'p',
    label: 'Sales',
    displayOrder: 0,
    stages: [stage('s1', 1, '0.2', 'false'), stage('won', 3, '1.0', 'true'), stage('lost', 4, '0.0', 'true')],
  });
};
