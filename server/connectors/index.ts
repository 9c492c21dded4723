import type { Connectors } from './connector.ts';
import { type Vendors, vendorsOf } from './vendors.ts';

/** The outside systems that this server can connect to, by kind. */
export const createConnectors = (_vendors: Vendors = vendorsOf({})): Connectors => ({});
