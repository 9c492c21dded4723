/** The company's own (spec 9.05); another is never converted (decisions 2.19). */
export const CURRENCY = 'USD';
