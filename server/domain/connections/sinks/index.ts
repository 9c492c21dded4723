import { takeCustomers } from './customers.ts';
import type { Sinks } from './sink.ts';

export type { Taken, Taking } from './sink.ts';

/** Who takes over what is told, by kind of fact. */
export const sinks: Sinks = {
  customer: takeCustomers,
};
