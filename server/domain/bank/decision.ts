/** A person's decision on a transaction. `remember` creates a rule from it. */
export type BankDecision =
  | Readonly<{ kind: 'match'; lines: readonly Readonly<{ kind: string; id: string; amount: unknown }>[]; remember: boolean }>
  | Readonly<{ kind: 'receipt'; customer_id: string; apply: boolean; remember: boolean }>
  | Readonly<{ kind: 'ignore'; reason: string; remember: boolean }>
  | Readonly<{ kind: 'undo' }>;
