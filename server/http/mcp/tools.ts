import { type TSchema, Type } from 'typebox';
import { adjustmentKinds } from '../../../contract/entities/adjustment.ts';
import { oneOf } from '../../../contract/entities/common.ts';
import { assistants as t } from '../../../contract/messages/assistants.ts';
import type { Permission } from '../../../contract/permissions.ts';
import type { CallKind } from '../../../contract/tokenScopes.ts';

/** A record behind the figures of an answer; `path` is the call that reads it. */
export type AnswerSource = Readonly<{ kind: 'record' | 'payout' | 'person' | 'adjustment' | 'company'; id: string; path: string }>;
export type ToolAnswer = Readonly<{ sources: readonly AnswerSource[]; data: unknown }>;
type Input = Readonly<Record<string, unknown>>;
/** Calls this API with the requester's rights. @throws CallRefused */
export type ApiCall = <T = unknown>(method: 'GET' | 'POST', path: string, options?: { body?: object; key?: string }) => Promise<T>;
/** `call` decides which tokens get the tool; each call that it makes is checked again. */
export type Tool = Readonly<{
  call: Readonly<{ permission: Permission; kind: CallKind }>;
  input: TSchema;
  run: (call: ApiCall, input: Input, userId: string) => Promise<ToolAnswer>;
}>;

const API = '/api/v1';
const STATEMENT_ROWS = '100';
const { fields: fieldTexts } = t;
const idSchema = (description: string) => Type.String({ pattern: '^[1-9]\\d{0,14}$', description });
const day = () => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: fieldTexts.day });
const inputSchema = (properties: Record<string, TSchema>) => Type.Object(properties, { additionalProperties: false });
const userId = Type.Optional(idSchema(fieldTexts.user_id));

/** Adds the parameters that have a value to a path. */
const withQuery = (path: string, parameters: Input): string => {
  const entries = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `${API}${path}?${new URLSearchParams(entries)}`;
};
const recordSource = (recordId: string): AnswerSource => ({ kind: 'record', id: recordId, path: `${API}/commissions/${recordId}` });

type Rows = Readonly<{ data: readonly Readonly<{ id: string }>[] }>;
const read = { permission: 'commission:read', kind: 'read' } as const;

/** The tools of the MCP server; each makes calls of this API. */
export const tools = {
  explain: {
    call: read,
    input: inputSchema({ commission_id: idSchema(fieldTexts.commission_id) }),
    run: async (call, { commission_id }) => ({
      sources: [recordSource(String(commission_id))],
      data: await call('GET', `${API}/commissions/${commission_id}/explain`),
    }),
  },
  why_not: {
    call: read,
    input: inputSchema({
      question: Type.String({ minLength: 1, maxLength: 500, description: fieldTexts.question }),
      start_date: day(),
      end_date: day(),
      user_id: userId,
    }),
    run: async (call, { question, ...range }) => ({
      sources: [],
      data: await call('GET', withQuery('/why-not', { q: question, ...range })),
    }),
  },
  what_would_it_take: {
    call: read,
    input: inputSchema({ revenue: Type.Number({ description: fieldTexts.revenue }), booking_date: day(), user_id: userId }),
    run: async (call, { revenue, booking_date, user_id }, ownId) => {
      const person = String(user_id ?? ownId);
      const extra = [{ net_revenue: revenue, booking_date }];
      const body = { user_id: person, start_date: booking_date, end_date: booking_date, deal_ids: [], extra, weighted: false };
      const path = withQuery('/commissions/projections/inputs', { user_id: person });
      return { sources: [{ kind: 'person', id: person, path }], data: await call('POST', `${API}/commissions/projections`, { body }) };
    },
  },
  my_check: {
    call: { permission: 'payout:read', kind: 'read' },
    input: inputSchema({ user_id: userId }),
    run: async (call, { user_id }) => {
      const next = await call<{ next: { id: string }; in_progress: readonly { id: string }[] }>(
        'GET',
        withQuery('/payouts/next', { user_id }),
      );
      const waiting = await call<Rows>('GET', withQuery('/payouts/waiting', { user_id }));
      const payouts = [...new Set([next.next, ...next.in_progress].map((payout) => payout.id))];
      const sources = payouts.map((payout): AnswerSource => ({ kind: 'payout', id: payout, path: `${API}/payouts/${payout}` }));
      return { sources: [...sources, ...waiting.data.map((row) => recordSource(row.id))], data: { ...next, waiting_records: waiting } };
    },
  },
  statement: {
    call: read,
    input: inputSchema({
      start_date: Type.Optional(day()),
      end_date: Type.Optional(day()),
      user_id: userId,
      cursor: Type.Optional(Type.String({ maxLength: 2000, description: fieldTexts.cursor })),
    }),
    run: async (call, { user_id, ...page }, own) => {
      // A cursor contains its person and days.
      const person = page.cursor === undefined ? (user_id ?? own) : user_id;
      const data = await call<Rows>('GET', withQuery('/commissions', { ...page, user_id: person, limit: STATEMENT_ROWS }));
      return { sources: data.data.map((row) => recordSource(row.id)), data };
    },
  },
  search: {
    call: { permission: 'search:use', kind: 'read' },
    input: inputSchema({ text: Type.String({ minLength: 1, maxLength: 100, description: fieldTexts.text }) }),
    run: async (call, { text }) => ({ sources: [], data: await call('GET', withQuery('/search', { q: text })) }),
  },
  forward_view: {
    call: { permission: 'forecast:read', kind: 'read' },
    input: inputSchema({}),
    run: async (call) => {
      const path = `${API}/forecast`;
      return { sources: [{ kind: 'company', id: 'forecast', path }], data: await call('GET', path) };
    },
  },
  propose_adjustment: {
    call: { permission: 'adjustment:write', kind: 'propose' },
    input: inputSchema({
      amount: Type.String({ maxLength: 64, description: fieldTexts.amount }),
      reason: Type.String({ maxLength: 2000, description: fieldTexts.reason }),
      key: Type.String({ minLength: 1, maxLength: 255, description: fieldTexts.key }),
      invoice_id: Type.Optional(idSchema(fieldTexts.invoice_id)),
      commission_id: Type.Optional(idSchema(fieldTexts.commission_id)),
      user_id: Type.Optional(idSchema(fieldTexts.user_id)),
      effective_date: Type.Optional(day()),
      kind: Type.Optional(Type.Unsafe<string>({ ...oneOf(adjustmentKinds), description: fieldTexts.kind })),
    }),
    run: async (call, { amount, reason, key, invoice_id, ...target }) => {
      const invoice = invoice_id === undefined ? {} : { related_invoice_id: invoice_id };
      const body = { adjustment_amount: amount, adjustment_reason: reason, ...invoice, ...target };
      const data = await call<{ id: string }>('POST', `${API}/adjustments`, { body, key: String(key) });
      return { sources: [{ kind: 'adjustment', id: data.id, path: `${API}/adjustments/${data.id}` }], data };
    },
  },
} as const satisfies Readonly<Record<keyof typeof t.tools, Tool>>;
