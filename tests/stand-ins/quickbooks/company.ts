/** An entity as QuickBooks stores it, with the time of its last change. */
export type StoredEntity = Record<string, unknown> & { Id: string; MetaData: { CreateTime: string; LastUpdatedTime: string } };
const names = ['Customer', 'Invoice', 'CreditMemo', 'Payment', 'SalesReceipt', 'RefundReceipt'] as const;
export type EntityName = (typeof names)[number];

/** Names are case-insensitive; the result has the proper case. */
export const entityNamed = (name: string): EntityName | undefined => names.find((one) => one.toLowerCase() === name.trim().toLowerCase());

type StoredLine = Readonly<{ Amount?: number; LinkedTxn?: readonly Readonly<{ TxnId: string; TxnType: string }>[] }>;
const linesOf = (entity: StoredEntity | undefined): readonly StoredLine[] => (entity?.Line as readonly StoredLine[] | undefined) ?? [];
const toCents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);
const appliedTo = (entity: StoredEntity, type: string, id?: string): number =>
  linesOf(entity)
    .filter(({ LinkedTxn = [] }) => LinkedTxn.some((to) => to.TxnType === type && (id === undefined || to.TxnId === id)))
    .reduce((sum, { Amount }) => sum + toCents(Amount), 0);

/** An entity as in lists, which omit newer custom fields (`NewerField`); only a single read includes them (research/integrations.md). */
export const listed = ({ NewerField: _, ...entity }: StoredEntity): Record<string, unknown> => entity;

/** A company of the stand-in. `now` is the vendor's own clock. */
export const createCompany = (realm: string, name: string, now: () => Date) => {
  const stores = new Map<EntityName, Map<string, StoredEntity>>(names.map((one) => [one, new Map()]));
  const vanished = new Set<string>();
  const deleted: { name: EntityName; id: string; at: string }[] = [];
  const hidden = new Set<string>();
  /** Ids of the payments that pay or paid each invoice. */
  const paying = new Map<string, Set<string>>();
  /** Invoices whose balance a test set by hand. */
  const fixed = new Set<string>();
  /** As in QuickBooks, a change to a payment updates the balance and change time of its invoices. */
  const balance = (payment: StoredEntity | undefined): void => {
    const ids = new Set(
      linesOf(payment).flatMap(({ LinkedTxn = [] }) => LinkedTxn.flatMap((to) => (to.TxnType === 'Invoice' ? [to.TxnId] : []))),
    );
    for (const id of ids) {
      paying.set(id, (paying.get(id) ?? new Set()).add(payment?.Id ?? ''));
      rebalance(id);
    }
  };
  const rebalance = (id: string): void => {
    const invoice = entitiesOf('Invoice').get(id);
    if (!invoice || fixed.has(id)) return;
    const paid = [...(paying.get(id) ?? [])].reduce((sum, payment) => {
      const one = entitiesOf('Payment').get(payment);
      return one ? sum + appliedTo(one, 'Invoice', id) : sum;
    }, 0);
    const meta = { ...invoice.MetaData, LastUpdatedTime: now().toISOString() };
    const open = toCents(invoice.TotalAmt) - toCents(invoice.Deposit) - paid;
    entitiesOf('Invoice').set(id, { ...invoice, Balance: Math.max(0, open) / 100, MetaData: meta });
  };
  /** Credits are applied before money; the rest is the customer's unapplied balance. */
  const unapplied = (payment: StoredEntity): number => {
    const all = linesOf(payment).reduce((sum, { Amount }) => sum + toCents(Amount), 0);
    const invoices = appliedTo(payment, 'Invoice');
    const money = Math.max(0, Math.min(toCents(payment.TotalAmt), invoices - (all - invoices)));
    return (toCents(payment.TotalAmt) - money) / 100;
  };
  const entitiesOf = (entity: EntityName): Map<string, StoredEntity> => stores.get(entity) as Map<string, StoredEntity>;
  return {
    realm,
    name,
    info: {
      CompanyName: name,
      LegalName: `${name} LLC`,
      CompanyAddr: { Line1: '100 Main St', City: 'Phoenix', CountrySubDivisionCode: 'AZ', PostalCode: '85001' },
      PrimaryPhone: { FreeFormNumber: '(602) 555-0100' },
      Email: { Address: 'books@example.test' },
      WebAddr: { URI: 'https://example.test' },
      Id: '1',
    },
    of: entitiesOf,
    /** Creates or changes an entity; other fields stay. */
    put: (entity: EntityName, values: Record<string, unknown> & { Id: string }): void => {
      const before = entitiesOf(entity).get(values.Id);
      const at = now().toISOString();
      const meta = { CreateTime: before?.MetaData.CreateTime ?? at, LastUpdatedTime: at };
      const stored: StoredEntity = {
        ...before,
        ...values,
        SyncToken: String(Number(before?.SyncToken ?? -1) + 1),
        MetaData: meta,
        domain: 'QBO',
      };
      entitiesOf(entity).set(
        values.Id,
        entity === 'Payment' ? { ...stored, UnappliedAmt: values.UnappliedAmt ?? unapplied(stored) } : stored,
      );
      if (entity === 'Invoice' && 'Balance' in values) fixed.add(values.Id);
      if (entity === 'Invoice') rebalance(values.Id);
      if (entity === 'Payment') {
        balance(before);
        balance(stored);
      }
    },
    remove: (entity: EntityName, id: string): void => {
      const before = entitiesOf(entity).get(id);
      entitiesOf(entity).delete(id);
      if (entity === 'Payment') balance(before);
      deleted.push({ name: entity, id, at: now().toISOString() });
    },
    /** Omits an entity from lists, as when others are deleted during paging. */
    hide: (entity: EntityName, id: string): void => void hidden.add(`${entity} ${id}`),
    isHidden: (entity: EntityName, id: string): boolean => hidden.has(`${entity} ${id}`),
    /** Deletes an entity between its listing and its single read. */
    vanish: (entity: EntityName, id: string): void => void vanished.add(`${entity} ${id}`),
    /** A single entity, with its newer custom fields on request; undefined if it doesn't exist. */
    whole: (entity: EntityName, id: string, include: string | null): Record<string, unknown> | undefined => {
      const result = vanished.has(`${entity} ${id}`) ? undefined : entitiesOf(entity).get(id);
      if (!result || include !== 'enhancedAllCustomFields') return result && listed(result);
      const { CustomField = [], NewerField = [] } = result as { CustomField?: unknown[]; NewerField?: unknown[] };
      return { ...listed(result), CustomField: [...CustomField, ...NewerField] };
    },
    void: (entity: EntityName, id: string): void => {
      const before = entitiesOf(entity).get(id);
      if (!before) return;
      const at = now().toISOString();
      entitiesOf(entity).set(id, {
        ...before,
        TotalAmt: 0,
        Balance: 0,
        Line: [],
        TxnTaxDetail: { TotalTax: 0 },
        PrivateNote: `Voided - ${before.PrivateNote ?? ''}`,
        MetaData: { ...before.MetaData, LastUpdatedTime: at },
      });
      if (entity === 'Payment') balance(before);
    },
    changedSince: (entity: EntityName, since: string): unknown[] => [
      ...[...entitiesOf(entity).values()].filter(({ MetaData }) => Date.parse(MetaData.LastUpdatedTime) >= Date.parse(since)).map(listed),
      ...deleted
        .filter((item) => item.name === entity && Date.parse(item.at) >= Date.parse(since))
        .map(({ id, at }) => ({ domain: 'QBO', status: 'Deleted', Id: id, MetaData: { LastUpdatedTime: at } })),
    ],
  };
};
export type Company = ReturnType<typeof createCompany>;
