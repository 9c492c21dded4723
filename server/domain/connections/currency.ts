/** The company's currency (spec 9.05); other currencies are never converted (decisions 2.19). */
export const CURRENCY = 'USD';
