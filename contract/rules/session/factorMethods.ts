/** Answers to the question for the second factor (decisions 4.16). */
export const factorMethods = ['code', 'recovery_code', 'passkey'] as const;
export type FactorMethod = (typeof factorMethods)[number];
