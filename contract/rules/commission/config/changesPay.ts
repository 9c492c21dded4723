import { type CommissionsConfig, parseConfig } from '../config.ts';

/** The part of a configuration that affects payouts: amounts, dates and approvers. */
const payRelevant = ({ payroll: _payroll, invoiceAddress: _address, goals: _goals, ...rest }: CommissionsConfig): string =>
  JSON.stringify(rest);

/**
 * True unless two texts of `commissionsConfig` differ only in the payroll file, the address on invoices, goals or examples: only changes of
 * pay are reviewed and get an effective day (decisions 2.07). A text that cannot be read may change anything.
 */
export const canChangePay = (before: string, after: string): boolean => {
  const [oldConfig, newConfig] = [parseConfig(before).config, parseConfig(after).config];
  return oldConfig === null || newConfig === null || payRelevant(oldConfig) !== payRelevant(newConfig);
};
