/** The kinds of data a file may contain. */
export const importKinds = ['invoices', 'receipts', 'sales', 'paid_before'] as const;
export type ImportKind = (typeof importKinds)[number];

export type FieldType = 'text' | 'amount' | 'date';
export const fieldTypes = {
  type: 'text',
  status: 'text',
  number: 'text',
  suffix: 'text',
  customer: 'text',
  date: 'date',
  due: 'date',
  gross: 'amount',
  net: 'amount',
  tax: 'amount',
  salesperson: 'text',
  currency: 'text',
  original: 'text',
  customer_type: 'text',
  activity_type: 'text',
  sale_kind: 'text',
  term: 'text',
  cost: 'amount',
  list: 'amount',
  units: 'text',
  notes: 'text',
  amount: 'amount',
  reference: 'text',
  method: 'text',
  source_id: 'text',
  refunded: 'amount',
  paid: 'amount',
  paid_on: 'date',
  draw: 'amount',
} as const satisfies Record<string, FieldType>;
export type ImportField = keyof typeof fieldTypes;

/** Fields of each kind, in display order. */
export const importFieldsOf: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  invoices: [
    'number',
    'suffix',
    'customer',
    'date',
    'due',
    'gross',
    'net',
    'tax',
    'salesperson',
    'original',
    'currency',
    'type',
    'status',
    'customer_type',
    'activity_type',
    'sale_kind',
    'term',
    'cost',
    'list',
    'units',
    'source_id',
    'notes',
    'paid',
    'paid_on',
  ],
  receipts: ['number', 'suffix', 'date', 'amount', 'refunded', 'reference', 'method', 'customer', 'currency', 'type', 'status', 'notes'],
  sales: [
    'number',
    'suffix',
    'salesperson',
    'customer',
    'date',
    'gross',
    'net',
    'tax',
    'currency',
    'type',
    'status',
    'customer_type',
    'notes',
  ],
  paid_before: ['salesperson', 'number', 'suffix', 'date', 'amount', 'draw', 'reference', 'currency', 'notes'],
};
export const requiredOf: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  invoices: ['number', 'customer', 'date', 'gross'],
  receipts: ['number', 'date', 'amount'],
  sales: ['number', 'salesperson'],
  paid_before: ['salesperson', 'number', 'date', 'amount'],
};

/** Common header names, normalized (decisions 7.05); the first one found in the file is used. */
const aliases: Readonly<Record<ImportField, readonly string[]>> = {
  type: ['transaction type', 'document type', 'doc type', 'invoice type'],
  status: ['status', 'invoice status', 'payment status', 'document status'],
  number: ['invoice number', 'invoice no', 'invoice num', 'invoice', 'invoice id', 'doc number', 'document number', 'number', 'num', 'no'],
  suffix: ['suffix', 'invoice suffix', 'company suffix', 'number suffix'],
  customer: ['customer', 'customer name', 'client', 'client name', 'account', 'account name', 'company', 'bill to', 'name'],
  date: ['invoice date', 'booking date', 'booked', 'date', 'issue date', 'transaction date', 'day'],
  due: ['due date', 'due', 'due on'],
  gross: ['gross', 'gross amount', 'total', 'total amount', 'invoice total', 'invoice amount', 'amount', 'amount usd'],
  net: ['net', 'net amount', 'net revenue', 'subtotal', 'revenue', 'amount before tax'],
  tax: ['tax', 'sales tax', 'tax amount', 'total tax', 'vat'],
  salesperson: [
    'salesperson',
    'sales person',
    'sales rep',
    'rep',
    'seller',
    'salesperson email',
    'rep email',
    'owner',
    'account executive',
    'ae',
    'sold by',
  ],
  currency: ['currency', 'currency code', 'cur'],
  original: ['original invoice', 'credit of', 'credits invoice', 'applies to', 'applied to invoice', 'original'],
  customer_type: ['customer type', 'type of customer', 'segment'],
  activity_type: ['activity type', 'program type', 'activity'],
  sale_kind: ['new or renewal', 'sale type', 'deal type', 'kind of sale'],
  term: ['contract term', 'term months', 'term in months', 'contract months'],
  cost: ['cost', 'total cost', 'cost of goods', 'cogs'],
  list: ['list price', 'list amount', 'price before discount'],
  units: ['units', 'quantity', 'qty'],
  notes: ['notes', 'note', 'memo', 'description', 'comment', 'comments'],
  amount: ['amount', 'amount received', 'amount paid', 'payment amount', 'paid', 'payment', 'received', 'total'],
  reference: [
    'reference',
    'reference no',
    'reference number',
    'ref',
    'ref no',
    'check number',
    'check no',
    'check',
    'payment reference',
    'payment no',
    'payment number',
    'transaction id',
  ],
  method: ['method', 'payment method', 'paid by', 'type'],
  source_id: [],
  refunded: ['amount refunded', 'refunded', 'refunded amount'],
  paid: ['amount paid', 'paid amount', 'total paid', 'paid', 'amount received', 'received'],
  paid_on: ['paid on', 'paid at', 'date paid', 'payment date', 'received on', 'date received'],
  draw: ['draw balance', 'draw owed', 'draw outstanding', 'opening draw', 'draw'],
};

const receiptDateAliases = ['payment date', 'received on', 'date received', 'receipt date', 'paid on', 'deposit date', 'date', 'day'];
/** Fields that have other names in files of commission payments. */
const paidBeforeAliases: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  salesperson: [...aliases.salesperson, 'person', 'employee', 'payee', 'paid to', 'email', 'work email', 'name'],
  date: ['paid on', 'paid', 'pay date', ...receiptDateAliases],
  amount: ['commission paid', 'commission', ...aliases.amount],
};
const aliasesOf = (kind: ImportKind, field: ImportField): readonly string[] => {
  if (kind === 'paid_before') return paidBeforeAliases[field] ?? aliases[field];
  return kind === 'receipts' && field === 'date' ? receiptDateAliases : aliases[field];
};

/** Without case, punctuation and repeated spaces: "Invoice No." becomes "invoice no". */
export const normalizeHeader = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const knownHeaders = new Set([...Object.values(aliases).flat(), ...receiptDateAliases, ...Object.values(paidBeforeAliases).flat()]);
export const isKnownHeader = (text: string): boolean => knownHeaders.has(normalizeHeader(text));

/** Fields for the amount an invoice has received, mapped automatically only if the layout defines them. */
export const paidFields: readonly ImportField[] = ['paid', 'paid_on'];

/** Column index of each field by its aliases; of two columns with the same name the first counts, and no column serves two fields. */
export const recognizeColumns = (
  kind: ImportKind,
  headers: readonly string[],
  fields: readonly ImportField[] = importFieldsOf[kind].filter((field) => !paidFields.includes(field)),
): Partial<Record<ImportField, number>> => {
  const names = headers.map(normalizeHeader);
  const columnByField: Partial<Record<ImportField, number>> = {};
  const usedColumns = new Set<number>();
  for (const field of fields)
    for (const alias of aliasesOf(kind, field)) {
      const column = names.findIndex((name, index) => name === alias && !usedColumns.has(index));
      if (column < 0) continue;
      columnByField[field] = column;
      usedColumns.add(column);
      break;
    }
  return columnByField;
};
