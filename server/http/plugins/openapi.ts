import * as adjustment from '../../../contract/entities/adjustment.ts';
import * as apiToken from '../../../contract/entities/apiToken.ts';
import * as audit from '../../../contract/entities/audit.ts';
import * as auth from '../../../contract/entities/auth.ts';
import * as commission from '../../../contract/entities/commission.ts';
import * as common from '../../../contract/entities/common.ts';
import * as deal from '../../../contract/entities/deal.ts';
import * as dispute from '../../../contract/entities/dispute.ts';
import * as event from '../../../contract/entities/event.ts';
import * as explanation from '../../../contract/entities/explanation.ts';
import * as invoice from '../../../contract/entities/invoice.ts';
import * as live from '../../../contract/entities/live.ts';
import * as notification from '../../../contract/entities/notification.ts';
import * as payPeriod from '../../../contract/entities/payPeriod.ts';
import * as people from '../../../contract/entities/people.ts';
import * as plan from '../../../contract/entities/plan.ts';
import * as planDraft from '../../../contract/entities/planDraft.ts';
import * as projection from '../../../contract/entities/projection.ts';
import * as report from '../../../contract/entities/report.ts';
import * as search from '../../../contract/entities/search.ts';
import * as settings from '../../../contract/entities/settings.ts';
import * as simulation from '../../../contract/entities/simulation.ts';
import * as statement from '../../../contract/entities/statement.ts';
import * as user from '../../../contract/entities/user.ts';

/** Operation groups, in document order. */
export const operationTags = [
  { name: 'auth', description: 'Signing in, sessions and passwords' },
  { name: 'users', description: 'People, their rights and preferences' },
  { name: 'commissions', description: 'Records, their sums and explanations' },
  { name: 'analytics', description: 'Figures of a range, broken down and compared' },
  { name: 'forecast', description: 'Commission to come, its cost and open invoices' },
  { name: 'flows', description: 'Where money waits: its lifecycles and the paths of records' },
  { name: 'performance', description: 'Figures and recent activity of a team or a person' },
  { name: 'goals', description: 'Monthly targets of a person' },
  { name: 'adjustments', description: 'Changes of a commission, and their approval' },
  { name: 'approvals', description: 'Items that wait for a decision, and decisions on several at once' },
  { name: 'audit', description: 'Actions, their authors and the money they moved' },
  { name: 'history', description: 'The history of a figure' },
  { name: 'disputes', description: 'Questions about an amount' },
  { name: 'statements', description: 'Commission statements as files' },
  { name: 'reports', description: 'One-time and scheduled reports as files' },
  { name: 'deals', description: 'Deals, from the first call to the signature, and their totals' },
  { name: 'invoices', description: 'Invoices, from the draft to the last payment, and their credit memos' },
  { name: 'splits', description: 'Manual splits of an invoice' },
  { name: 'payments', description: 'Customer payments and commission payments' },
  { name: 'bank', description: 'Transactions of the company bank account, and their matches' },
  { name: 'payouts', description: 'Payout runs: all commission of a period, approved as a whole' },
  { name: 'projections', description: 'Projected commission of open deals' },
  { name: 'plans', description: 'The plans in words, and the amounts each clause priced' },
  { name: 'planDrafts', description: 'Drafts of the plans, tried and commented on before they are published' },
  { name: 'people', description: 'Everything about one person on one page' },
  { name: 'customers', description: 'Everything about one customer on one page' },
  { name: 'periods', description: 'Months that are reviewed, closed and reopened' },
  { name: 'imports', description: 'Files of invoices, receipts and sales, and the outcome of their rows' },
  { name: 'events', description: 'Scheduled programs and what is left to do for them' },
  { name: 'search', description: 'Finding what one may open' },
  { name: 'story', description: 'From a deal to the pay for it on one line' },
  { name: 'views', description: 'Saved views of a screen' },
  { name: 'notifications', description: 'Notifications of the user' },
  { name: 'assistants', description: 'The MCP server' },
  { name: 'webhooks', description: 'Receivers of events, and what was delivered to them' },
  { name: 'tokens', description: 'API tokens, by which programs act for a person' },
  { name: 'live', description: 'Changes by other people' },
  { name: 'connections', description: 'Deliveries of connected systems' },
  { name: 'settings', description: 'The company: name, time zone, plans' },
  { name: 'setup', description: 'The checklist of a new company, and going live' },
  { name: 'simulation', description: 'The simulated company of the demo' },
  { name: 'health', description: 'Whether the server is alive and ready' },
];

type Json = { [key: string]: unknown };
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSchema = (value: unknown): value is Json => isObject(value) && (value.type === 'object' || Array.isArray(value.allOf));

const entities = {
  ...common,
  ...user,
  ...auth,
  ...commission,
  ...adjustment,
  ...apiToken,
  ...audit,
  ...deal,
  ...dispute,
  ...event,
  ...explanation,
  ...invoice,
  ...live,
  ...notification,
  ...payPeriod,
  ...people,
  ...plan,
  ...planDraft,
  ...projection,
  ...report,
  ...search,
  ...settings,
  ...simulation,
  ...statement,
};
/** Contract object names by schema; of two equal schemas, the first name. */
const names = new Map<string, string>();
for (const [name, schema] of Object.entries(entities)) {
  if (!isSchema(schema)) continue;
  const text = JSON.stringify(schema);
  if (!names.has(text)) names.set(text, name);
}

const eachValue = (value: unknown, change: (value: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map(change);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member)]));
};

/** A route's schema as plain JSON, with each contract object titled by its name. */
export const markAsNamed = <T>(schema: T): T => {
  const visit = (value: unknown): unknown => {
    const name = isSchema(value) ? names.get(JSON.stringify(value)) : undefined;
    const inner = eachValue(value, visit);
    return name === undefined ? inner : { title: name, ...(inner as Json) };
  };
  return visit(JSON.parse(JSON.stringify(schema ?? {}))) as T;
};

/** Shared definitions under `components`, referenced elsewhere. @throws if two different ones have the same name */
const createComponents = (kind: 'schemas' | 'responses') => {
  const simplified: Json = {};
  return {
    keep: (name: string, value: unknown) => {
      if (simplified[name] !== undefined && JSON.stringify(simplified[name]) !== JSON.stringify(value))
        throw new Error(`two ${kind} of the API are named ${name}`);
      simplified[name] = value;
      return { $ref: `#/components/${kind}/${name}` };
    },
    sorted: () => Object.fromEntries(Object.entries(simplified).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};

/** A nullable type in the short form of OpenAPI 3.1: `["string", "null"]`. */
const shortenNullable = (value: unknown): unknown => {
  if (!isObject(value) || !Array.isArray(value.anyOf) || value.anyOf.length !== 2) return value;
  const [schema, nullSchema] = value.anyOf as [Json, Json];
  if (nullSchema.type !== 'null' || typeof schema.type !== 'string' || 'enum' in schema || 'properties' in schema || 'items' in schema)
    return value;
  const { anyOf: _, ...more } = value;
  return { ...schema, ...more, type: [schema.type, 'null'] };
};

const responseNames: Readonly<Record<string, [name: string, description: string]>> = {
  '4XX': ['Refused', 'Refused, with a sentence that says why and what to do.'],
  '5XX': ['Failed', 'The server failed or is not ready; nothing was changed unless the sentence says so. 503 carries Retry-After.'],
};

/** The plugin's document with every named schema and the two common error responses moved to its components. */
export const documentOf = <T extends { paths?: unknown; components?: object | undefined }>(document: T): T => {
  const schemas = createComponents('schemas');
  const responses = createComponents('responses');
  const hoist = (value: unknown): unknown => {
    const inner = shortenNullable(eachValue(value, hoist));
    return isSchema(inner) && typeof inner.title === 'string' ? schemas.keep(inner.title, inner) : inner;
  };
  const plainError = JSON.stringify({ $ref: '#/components/schemas/ApiError' });
  const responseOf = (status: string, response: unknown): unknown => {
    const [name, description] = responseNames[status] ?? [];
    if (!isObject(response)) return response;
    const described = {
      ...response,
      description: response.description === 'Default Response' ? (description ?? 'Done.') : response.description,
    };
    return name !== undefined && JSON.stringify(response).includes(plainError) ? responses.keep(name, described) : described;
  };
  const operationOf = (operation: unknown): unknown => {
    if (!isObject(operation) || !isObject(operation.responses)) return operation;
    const entries = Object.entries(operation.responses).map(([status, response]) => [status, responseOf(status, response)]);
    const { security, ...more } = operation;
    const open = Array.isArray(security) && security.length === 0 ? { security } : {};
    return { ...more, ...open, responses: Object.fromEntries(entries) };
  };
  const paths = eachValue(hoist(document.paths), (path) => eachValue(path, operationOf));
  return { ...document, paths, components: { ...document.components, schemas: schemas.sorted(), responses: responses.sorted() } };
};
