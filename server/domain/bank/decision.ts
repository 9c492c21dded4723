/** What a person decides about a transaction. `remember` makes a rule of it. */
export type Decision =
  | Readonly<{ kind: 'match'; lines: readonly Readonly<{ kind: string; id: string; amount: unknown }>[]; remember: boolean }>
  | Readonly<{ kind: 'receipt'; customer_id: string; apply: boolean; remember: boolean }>
  | Readonly<{ kind: 'ignore'; reason: string; remember: boolean }>
  | Readonly<{ kind: 'undo' }>;
