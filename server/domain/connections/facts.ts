/** Of every fact: its id there, and which version of it this is, where the system says. */
type Outside = Readonly<{ external_id: string; external_version?: string | null; updated_at?: string | null }>;

/** Somebody that invoices are for. `gone`: deleted there, or merged into another. */
export type OutsideCustomer = Outside & Readonly<{ name: string; email: string | null; gone: boolean }>;

/** What connectors tell, by kind of fact; each kind has its sink in sinks/. */
export type FactsByKind = {
  customer: OutsideCustomer;
};
export type FactKind = keyof FactsByKind;
export type FactOf<Kind extends FactKind> = Readonly<{ kind: Kind }> & FactsByKind[Kind];
/** One thing that an outside system told, in our words. */
export type Fact = { [Kind in FactKind]: FactOf<Kind> }[FactKind];
