// The files of a new connector: a source of invoices with a token, which works with its stand-in as generated.
const connector = ({ name, title, env }) => `import { ${name}Form } from '../../../contract/forms/${name}.ts';
import type { Connected, Connector } from '../../domain/connections/connector.ts';
import { type Answer, answerRowsOf, idOf, recordOf, textOf } from '../answers.ts';
import { keyedCalls } from '../http/keyedCalls.ts';
import { type ListPosition, readLists } from '../reading.ts';
import { readConnectionForm } from '../typedForm.ts';
import type { Vendors } from '../vendors.ts';
import { invoiceOf } from './mapping.ts';

/** TODO: the rate limits that the vendor documents, and where. */
const rules = [{ name: 'calls', limit: 10, periodMs: 1000, burst: 5 }];

/** TODO: the vendor's lists, in import order. If it has a history of changes, use \`syncListed\` (reading.ts) instead of \`readLists\`. */
const lists = ['invoices'] as const;
type Checkpoint = ListPosition<(typeof lists)[number]>;

type Page = Readonly<{ rows: readonly Answer[]; next: string | null }>;
const pageOf = (body: unknown): Page => {
  const { data, next } = recordOf(body);
  return { rows: answerRowsOf(data), next: textOf(next) };
};

/** ${title}: invoices; read-only. Docs: docs/integrations/${name}.md. */
export const ${name}Connector = (vendors: Vendors): Connector => {
  const baseUrl = vendors.address('${env}_API_URL', 'https://api.${name}.example');
  const callsOf = (connected: Connected) => keyedCalls(connected, 'token', { baseUrl, rules });
  return {
    kind: '${name}',
    brings: 'invoices',
    setup: () => vendors.formSetup('${name}'),
    read: (form) => {
      const { name, token_string } = readConnectionForm(${name}Form, form);
      return { name, settings: {}, secrets: { token: token_string } };
    },
    // The account identifies the connection when it is reconnected (decisions 7.04).
    test: async (connected) => ({ account: await callsOf(connected)('account', {}, (body) => idOf(recordOf(body).id)) }),
    sync: async function* (connected, kept) {
      const get = callsOf(connected);
      const from = (kept as Checkpoint | null) ?? { list: lists[0], after: null };
      const pages = readLists(connected, lists, from, async ({ list, after }) => {
        const { rows, next } = await get(list, after === null ? {} : { cursor: after }, pageOf);
        return { facts: rows.map(invoiceOf), after: next };
      });
      for await (const { facts, next: checkpoint } of pages) yield { facts, checkpoint };
    },
    // TODO: add \`keepAlive\` if the vendor expires unused tokens, and \`receive\` and \`isSigned\` if it sends webhooks.
    view: () => ({ sync_invoices: true }),
  };
};
`;

const mapping = ({ title, prefix }) => `import { toCents } from '../../../contract/rules/money.ts';
import type { FactOf } from '../../domain/connections/facts.ts';
import { type Answer, idOf, recordOf, textOf } from '../answers.ts';

/**
 * TODO: an invoice as ${title} documents it.
 * @throws if it is malformed
 */
export const invoiceOf = (row: Answer): FactOf<'invoice'> => {
  const id = idOf(row.id);
  const customer = recordOf(row.customer);
  return {
    kind: 'invoice',
    external_id: id,
    external_version: null,
    updated_at: textOf(row.updated_at),
    currency: idOf(row.currency),
    outside_state: row.status === 'void' ? 'voided' : null,
    document_number: textOf(row.number),
    fallback_number: \`${prefix}-\${id}\`,
    customer: { external_id: idOf(customer.id), name: idOf(customer.name) },
    gross_cents: toCents(Number(row.total)),
    net_cents: toCents(Number(row.total)) - toCents(Number(row.tax)),
    booking_date: idOf(row.date),
    due_date: textOf(row.due_date),
    notes: null,
    salesperson: textOf(row.salesperson),
  };
};
`;

const messages = ({ name, title }) => `// ${title}: the form of a connection.
export const ${name} = {
  addTitle: 'Add ${title} Integration',
  againTitle: 'Reconnect ${title}',
  name: 'Name',
  token: 'API token',
  tokenRequired: 'Please enter a ${title} API token',
} as const;
`;

const form = ({ name }) => `import { object, string } from 'yup';
import { ${name} } from '../messages/${name}.ts';
import { connectionName } from './connectionName.ts';

/** TODO: the format of the vendor's token. Add fields with other names to FormBody in server/http/routes/connections/postIntegration.ts. */
export const ${name}Form = object({
  name: connectionName,
  token_string: string().trim().default('').required(${name}.tokenRequired),
});
`;

const tab = ({ name, Name, title }) => `import { ${name}Form } from '../../../../contract/forms/${name}.ts';
import { ${name} as t } from '../../../../contract/messages/${name}.ts';
import type { AddField } from './AddDialog.tsx';
import { FormTab } from './FormTab.tsx';

const fields: readonly AddField[] = [
  { name: 'name', label: t.name, type: 'text' },
  { name: 'token_string', label: t.token, type: 'secret', again: true },
];
const titles = { add: t.addTitle, again: t.againTitle };
const toFacts = () => [];

/** Accounts of ${title}. */
export default function ${Name}Tab() {
  return <FormTab kind="${name}" titles={titles} form={${name}Form} fields={fields} factsOf={toFacts} />;
}
`;

const standIn = ({ Name, title, env }) => `import { startVendor } from '../kit/vendor.ts';

export const TOKEN = '${env.toLowerCase()}-token';
const PAGE_ROWS = 2;
type Row = Readonly<Record<string, unknown>> & Readonly<{ id: string }>;

/** An invoice at the vendor, on a day of this month. */
export const vendorInvoice = (id: string, total: number, more: object = {}): Row => ({
  id,
  number: \`${env}-\${id}\`,
  status: 'open',
  currency: 'USD',
  total,
  tax: 0,
  date: '2026-11-02',
  due_date: null,
  customer: { id: 'c1', name: 'Mesa Library' },
  salesperson: null,
  updated_at: '2026-11-02T10:00:00.000Z',
  ...more,
});

/** ${title} on this machine, as documented: TODO cite its documentation, and add its limits and faults. */
export const start${Name} = async () => {
  const invoices = new Map<string, Row>();
  const vendor = await startVendor(({ path, query, headers }) => {
    if (headers.authorization !== \`Bearer \${TOKEN}\`) return { status: 401, body: { error: 'unauthorized' } };
    if (path === '/account') return { status: 200, body: { id: 'account-1' } };
    if (path !== '/invoices') return { status: 404, body: { error: 'not_found' } };
    const from = Number(query.get('cursor') ?? 0);
    const next = from + PAGE_ROWS < invoices.size ? String(from + PAGE_ROWS) : null;
    return { status: 200, body: { data: [...invoices.values()].slice(from, from + PAGE_ROWS), next } };
  });
  return {
    ...vendor,
    env: { ${env}_API_URL: vendor.url },
    values: { name: '${title}', token_string: TOKEN },
    put: (row: Row): void => void invoices.set(row.id, row),
  };
};

/** A stand-in with data for the demo company (decisions 7.09). */
export const demo${Name} = async () => {
  const standIn = await start${Name}();
  for (const [index, total] of [1200, 2400.5, 980].entries()) standIn.put(vendorInvoice(String(index + 1), total));
  return standIn;
};
`;

const test = ({ name, Name, title, prefix }) => `import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ${name}Connector } from '../../../server/connectors/${name}/${name}.ts';
import { vendorsOf } from '../../../server/connectors/vendors.ts';
import { start${Name}, TOKEN, vendorInvoice } from '../../stand-ins/${name}/${name}.ts';
import { type ConnectionWorld, createConnectionWorld } from '../support/worlds/connections.ts';

let vendor: Awaited<ReturnType<typeof start${Name}>>;
let at: ConnectionWorld;
let id = '';
beforeAll(async () => {
  vendor = await start${Name}();
  for (const [index, total] of [1200, 2400.5, 980].entries()) vendor.put(vendorInvoice(String(index + 1), total));
  at = await createConnectionWorld({ ${name}: ${name}Connector(vendorsOf(vendor.env)) }, {}, false);
});
afterAll(async () => {
  await at.close();
  await vendor.close();
});

const add = (token_string: string) => at.call('POST', '${name}', { name: '${title}', token_string, frequency: 'manual' });
const sync = async () => {
  await at.call('POST', \`${name}/\${id}/sync\`);
  await at.worker.drain();
  return (await at.call('GET', \`${name}/\${id}/runs\`)).json().data[0];
};
const numbers = async () =>
  (await at.server.db.query.selectFrom('invoices').select(['invoice_number', 'gross_cents', 'state', 'source']).orderBy('id').execute()).map(
    (row) => Object.values(row),
  );

describe('${title}', () => {
  it('refuses a token that its vendor refuses, and connects with the right one', async () => {
    expect((await add('wrong')).statusCode).toBe(400);
    const added = await add(TOKEN);
    expect(added.statusCode).toBe(201);
    id = added.json().id;
  });

  it('takes over every invoice; a second sync counts all as the same', async () => {
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 3, held: 0 } });
    expect(await sync()).toMatchObject({ counts: { created: 0, changed: 0, same: 3 } });
    expect(await numbers()).toContainEqual([vendorInvoice('2', 0).number, 240_050, 'sent', '${name}']);
  });

  it('follows a void, numbers an invoice without a number, and holds another currency', async () => {
    vendor.put(vendorInvoice('1', 1200, { status: 'void' }));
    vendor.put(vendorInvoice('4', 10, { number: null }));
    vendor.put(vendorInvoice('5', 10, { currency: 'EUR' }));
    expect(await sync()).toMatchObject({ counts: { created: 1, changed: 1, held: 1 } });
    const rows = await numbers();
    expect(rows).toContainEqual([vendorInvoice('1', 0).number, 120_000, 'cancelled', '${name}']);
    expect(rows).toContainEqual(['${prefix}-4', 1000, 'sent', '${name}']);
  });

  it.each([{ status: 429, headers: { 'retry-after': '1' } }, { status: 503 }, 'drop'] as const)('survives %j', async (fault) => {
    vendor.fail(fault, { part: 'invoices' });
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 0, changed: 0 } });
  });

  it('keeps what it brought when it is deleted, and adopts it when the account is connected again (decisions 7.04)', async () => {
    await at.call('DELETE', \`${name}/\${id}\`);
    expect(await numbers()).toHaveLength(4);
    id = (await add(TOKEN)).json().id;
    expect(await sync()).toMatchObject({ counts: { created: 0, changed: 0 } });
  });
});
`;

const createGuide = ({ title, env }) => `# ${title}

Invoices of an account, read only: nothing is ever written there.

1. TODO: how to get a token, and which rights it needs.
2. System Settings → ${title} → Add: a name and the token.
3. Choose how often it syncs.

TODO: what is read and what is not, with the pages of the vendor's documentation that say so.

| what you see | what to do |
|---|---|
| … does not accept our sign-in any more. | The token was revoked: make a new one and choose Reconnect. |
| TODO | every other error and its cure |

\`${env}_API_URL\` leads the server to another address, such as a sandbox.
`;

/** Generated files by path. */
export const filesOf = (words) => ({
  [`server/connectors/${words.name}/${words.name}.ts`]: connector(words),
  [`server/connectors/${words.name}/mapping.ts`]: mapping(words),
  [`contract/messages/${words.name}.ts`]: messages(words),
  [`contract/forms/${words.name}.ts`]: form(words),
  [`src/screens/systemSettings/connections/${words.Name}Tab.tsx`]: tab(words),
  [`tests/stand-ins/${words.name}/${words.name}.ts`]: standIn(words),
  [`tests/server/connectors/${words.name}.test.ts`]: test(words),
  [`docs/integrations/${words.name}.md`]: createGuide(words),
});
