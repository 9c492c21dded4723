import { amount, closed, digits, flag, integer, listOf, oneOf, type Shape, type Spec, text, uuid } from './specCheck.ts';

/** No field of Xero's responses is required, except those of an allocation. */
const open = (properties: Readonly<Record<string, Shape>>): Shape => closed({}, properties);
const date: Shape = { type: 'string', pattern: '^/Date\\(-?\\d+([+-]\\d{4})?\\)/$' };
const status = oneOf('DRAFT', 'SUBMITTED', 'DELETED', 'AUTHORISED', 'PAID', 'VOIDED');
const updated = { UpdatedDateUTC: date, UpdatedDateUTCString: text };

const contact = {
  ContactID: uuid,
  ContactStatus: oneOf('ACTIVE', 'ARCHIVED', 'GDPRREQUEST'),
  Name: text,
  EmailAddress: text,
  IsCustomer: flag,
  IsSupplier: flag,
};
const tracking = open({ TrackingCategoryID: uuid, TrackingOptionID: uuid, Name: text, Option: text });
const line = open({
  Description: text,
  Quantity: amount,
  UnitAmount: amount,
  LineAmount: amount,
  TaxAmount: amount,
  Tracking: listOf(tracking),
});
const summary = open({
  Type: text,
  InvoiceID: uuid,
  InvoiceNumber: text,
  CurrencyCode: text,
  Contact: open(contact),
});
const allocation = closed({ Invoice: summary, Amount: amount, Date: date }, { AllocationID: uuid, IsDeleted: flag });
const paid = open({ PaymentID: uuid, Date: date, Amount: amount, Reference: text });
/** Fields shared by invoices, credit notes, prepayments and overpayments. */
const document = {
  Type: text,
  Contact: open(contact),
  CurrencyCode: text,
  Date: date,
  Status: status,
  SubTotal: amount,
  TotalTax: amount,
  Total: amount,
  Reference: text,
  LineItems: listOf(line),
  Payments: listOf(paid),
  ...updated,
};
const credit = { ...document, RemainingCredit: amount, Allocations: listOf(allocation) };
const rows = {
  Contacts: open({ ...contact, ...updated }),
  Invoices: open({
    ...document,
    InvoiceID: uuid,
    InvoiceNumber: text,
    DueDate: date,
    AmountDue: amount,
    AmountPaid: amount,
    AmountCredited: amount,
  }),
  CreditNotes: open({ ...credit, CreditNoteID: uuid, CreditNoteNumber: text }),
  Prepayments: open({ ...credit, PrepaymentID: uuid }),
  Overpayments: open({ ...credit, OverpaymentID: uuid }),
  Payments: open({
    PaymentID: uuid,
    PaymentType: text,
    Status: oneOf('AUTHORISED', 'DELETED'),
    Date: date,
    Amount: amount,
    BankAmount: amount,
    Reference: text,
    Invoice: summary,
    ...updated,
  }),
};
const list = (name: keyof typeof rows) =>
  ({
    method: 'GET',
    path: `/api.xro/2.0/${name}`,
    query: {
      page: digits,
      pageSize: digits,
      order: text,
      where: text,
      ...(name === 'Contacts' ? { includeArchived: oneOf('true', 'false') } : {}),
    },
    answer: closed({
      Id: uuid,
      Status: oneOf('OK'),
      ProviderName: text,
      DateTimeUTC: date,
      pagination: closed({ page: integer, pageSize: integer, pageCount: integer, itemCount: integer }),
      [name]: listOf(rows[name]),
    }),
  }) as const;
const problem = closed({
  Type: { type: 'null' },
  Title: text,
  Status: integer,
  Detail: text,
  Instance: uuid,
  Extensions: { type: 'object' },
});
/** RFC 6749 (5.2), as used by the token endpoint. */
const refusedToken = closed({ error: text }, { error_description: text });

export const xeroSpec: Spec = {
  source: 'github.com/XeroAPI/Xero-OpenAPI, xero_accounting.yaml and xero-identity.yaml',
  version: '16.1.0, e952d0b',
  error: { anyOf: [problem, refusedToken] },
  operations: [
    {
      method: 'GET',
      path: '/identity/connect/authorize',
      query: { response_type: oneOf('code'), client_id: text, redirect_uri: text, scope: text, state: text },
      answer: text,
    },
    {
      method: 'POST',
      path: '/connect/token',
      answer: closed({ access_token: text, refresh_token: text, expires_in: integer, token_type: text, scope: text }),
    },
    {
      method: 'GET',
      path: '/connections',
      query: { authEventId: uuid },
      answer: listOf(
        closed({
          id: uuid,
          authEventId: uuid,
          tenantId: uuid,
          tenantType: text,
          tenantName: text,
          createdDateUtc: text,
          updatedDateUtc: text,
        }),
      ),
    },
    { method: 'DELETE', path: '/connections/{id}', answer: {} },
    ...(Object.keys(rows) as (keyof typeof rows)[]).map(list),
  ],
};
