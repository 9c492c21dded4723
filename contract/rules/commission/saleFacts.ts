export const saleKinds = ['new', 'renewal'] as const;
export type SaleKind = (typeof saleKinds)[number];
/** Bounds of the other typed facts of a sale; kept out of `limits`, which the first screen loads. */
export const MAX_TERM_MONTHS = 600;
export const MAX_TYPE_LENGTH = 100;
