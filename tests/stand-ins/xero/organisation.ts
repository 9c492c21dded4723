import { createHash } from 'node:crypto';

/** A row of an endpoint, as in responses. */
export type Row = Record<string, unknown> & { UpdatedDateUTC: string };
export const endpoints = {
  Contacts: 'ContactID',
  Invoices: 'InvoiceID',
  CreditNotes: 'CreditNoteID',
  Prepayments: 'PrepaymentID',
  Overpayments: 'OverpaymentID',
  Payments: 'PaymentID',
} as const;
export type Endpoint = keyof typeof endpoints;
export const endpointNamed = (name: string): Endpoint | undefined => (name in endpoints ? (name as Endpoint) : undefined);

type Amounts = Readonly<{ Amount?: number; Invoice?: Readonly<{ InvoiceID?: string }>; Status?: string; Allocations?: readonly Amounts[] }>;
const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);
export const xeroDate = (instant: Date): string => `/Date(${instant.getTime()}+0000)/`;
/** Midnight UTC of a plain date. */
export const xeroDay = (day: string): string => xeroDate(new Date(`${day}T00:00:00Z`));
/** The UUID of a key, such as `i-1`. */
export const xeroId = (key: string): string =>
  createHash('md5')
    .update(key)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
export const millisecondsIn = (date: unknown): number => Number(/\d+/.exec(String(date))?.[0] ?? 0);

/** An organisation with its rows by endpoint and id. */
export const createOrganisation = (tenantId: string, name: string, now: () => Date) => {
  const stores = new Map(Object.keys(endpoints).map((item) => [item, new Map<string, Row>()]));
  const rowsOf = (endpoint: Endpoint): Map<string, Row> => stores.get(endpoint) as Map<string, Row>;

  /** Payments and allocations change their invoices: amounts, status, and the time of the change. */
  const rebalance = (id: string): void => {
    const invoice = rowsOf('Invoices').get(id);
    if (!invoice || !['AUTHORISED', 'PAID'].includes(String(invoice.Status))) return;
    const allocatedCents = (rows: readonly Amounts[]): number =>
      rows.filter(({ Invoice }) => Invoice?.InvoiceID === id).reduce((total, { Amount }) => total + cents(Amount), 0);
    const live = (endpoint: Endpoint): Amounts[] =>
      ([...rowsOf(endpoint).values()] as Amounts[]).filter(({ Status }) => Status === 'AUTHORISED' || Status === 'PAID');
    const paid = allocatedCents(live('Payments'));
    const sources = (['CreditNotes', 'Prepayments', 'Overpayments'] as const).flatMap(live);
    const credited = allocatedCents(sources.flatMap(({ Allocations = [] }) => Allocations));
    const due = cents(invoice.Total) - paid - credited;
    rowsOf('Invoices').set(id, {
      ...invoice,
      ...{ AmountPaid: paid / 100, AmountCredited: credited / 100, AmountDue: due / 100 },
      Status: due <= 0 ? 'PAID' : 'AUTHORISED',
      UpdatedDateUTC: xeroDate(now()),
    });
  };
  const invoicesOf = (row: Amounts | undefined): string[] =>
    [row, ...(row?.Allocations ?? [])].flatMap((item) => item?.Invoice?.InvoiceID ?? []);

  return {
    tenantId,
    name,
    of: rowsOf,
    /** Creates or changes a row; fields that are not named remain unchanged. */
    put: (endpoint: Endpoint, values: Record<string, unknown>): void => {
      const id = String(values[endpoints[endpoint]]);
      const before = rowsOf(endpoint).get(id);
      const row = {
        ...(endpoint === 'Invoices' ? { AmountDue: values.Total } : {}),
        ...before,
        ...values,
        UpdatedDateUTC: xeroDate(now()),
      };
      rowsOf(endpoint).set(id, row);
      if (endpoint === 'Invoices') rebalance(id);
      for (const invoice of new Set([...invoicesOf(before as Amounts), ...invoicesOf(row as Amounts)])) rebalance(invoice);
    },
  };
};
export type Organisation = ReturnType<typeof createOrganisation>;
