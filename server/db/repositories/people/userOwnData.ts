import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

/**
 * All data about one person, by section, in columns they understand. Each section starts with the row id, which it is paged by.
 * The audit log is limited to their actions and times: its values may be about other people.
 */
const sections = {
  sessions: (id) => sql`
    select id, device, network, remembered, created_at, last_seen_at, expires_at, ended_at, ended_reason from sessions where user_id = ${id}`,
  api_tokens: (id) => sql`
    select id, name, hint, scopes, created_at, expires_at, last_used_at, revoked_at from api_tokens where user_id = ${id}`,
  identity_provider: (id) => sql`
    select user_id as id, user_name, external_id, display_name, role_value, deleted_at, updated_at from provisioned_users where user_id = ${id}`,
  notifications: (id) => sql`
    select id, type, priority, title, message, link, read_at, created_at from notifications where user_id = ${id}`,
  channels: (id) => sql`
    select id, name, address_hint, topics, problem, off_at, created_at from channels where user_id = ${id}`,
  commissions: (id) => sql`
    select id, invoice_number, booking_date, gross_cents, net_cents, base_cents, over_cents, amount_cents, adjustments_cents, released_cents,
      paid_cents, due_cents, status, payment_date, notes, credit, plan_id, reason from commission_records where user_id = ${id}`,
  adjustments: (id) => sql`
    select id, commission_id, amount_cents, reason, state, effective_date, origin, kind, created_by = ${id} as made_by_you, decided_at, created_at
    from adjustments where user_id = ${id} or created_by = ${id}`,
  payouts: (id) => sql`
    select id, amount_cents, paid_on, method, reference, state, created_at from payouts where user_id = ${id}`,
  disputes: (id) => sql`
    select id, commission_id, state, resolution, created_at, updated_at from disputes where opened_by = ${id}`,
  dispute_messages: (id) => sql`
    select m.id, m.dispute_id, m.author_id = ${id} as written_by_you, m.text, m.created_at from dispute_messages m
    join disputes d on d.id = m.dispute_id where d.opened_by = ${id} or m.author_id = ${id}`,
  invoices: (id) => sql`
    select id, invoice_number, customer_name, gross_cents, net_cents, booking_date, state from invoices
    where salesperson_id = ${id} or sales_lead_id = ${id}`,
  deals: (id) => sql`
    select id, name, customer_name, stage, amount_cents, state, expected_close_date, closed_on, created_at from deals where owner_id = ${id}`,
  jobs: (id) => sql`
    select id, kind, state, created_at, finished_at from jobs where created_by = ${id}`,
  actions: (id) => sql`
    select id, at, network, action, entity, entity_id, cause, cause_facts from audit_log where actor_id = ${id}`,
} as const satisfies Record<string, (id: number) => RawBuilder<unknown>>;

export type OwnSection = keyof typeof sections;
export const ownSections = Object.keys(sections) as OwnSection[];
export type OwnRow = Readonly<Record<string, unknown>> & Readonly<{ id: number }>;

export const ownDataOf = (query: Kysely<Schema>) => ({
  /** The next rows of a section after an id. */
  own: async (section: OwnSection, id: number, after: number, limit: number): Promise<OwnRow[]> => {
    const { rows } = await sql<OwnRow>`
      select * from (${sections[section](id)}) as own where id > ${after} order by id limit ${limit}`.execute(query);
    return rows;
  },
});
