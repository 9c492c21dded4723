export const saleKinds = ['new', 'renewal'] as const;
export type SaleKind = (typeof saleKinds)[number];
/** Limits of the other typed facts of a sale; not in `limits`, which the first screen loads. */
export const MAX_TERM_MONTHS = 600;
export const MAX_TYPE_LENGTH = 100;
