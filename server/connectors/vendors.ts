import type { ConnectionKind, IntegrationSetup } from '../../contract/entities/connection.ts';
import { checkBaseUrl } from './http/outgoing.ts';

type Values = Readonly<Record<string, string>>;
/** Start options for connectors: URLs and keys from the environment, and the public URL. */
export type Vendors = Readonly<{
  /**
   * The vendor's own URL, unless the variable overrides it.
   * @throws if it is neither https nor on this machine
   */
  address: (name: string, defaultUrl: string) => string;
  /** A key of the operator's app at the vendor; empty if not configured. */
  key: (name: string) => string;
  /** This server's URL for users; null if not configured. */
  publicUrl: string | null;
  /** The redirect URL of a vendor's sign-in; null without a public URL. */
  callback: (kind: ConnectionKind) => string | null;
  /** Values that connect to the kind's stand-in (decisions 7.09). */
  standIn: (kind: ConnectionKind) => Values | null;
  /** The setup of kinds whose form asks for everything. */
  formSetup: (kind: ConnectionKind) => IntegrationSetup;
}>;
type Env = Readonly<Record<string, string | undefined>>;

/** `demo`: only the demo company is offered stand-ins. */
export const vendorsOf = (env: Env, publicUrl: string | null = null, demo = false): Vendors => {
  const standIns: Readonly<Record<string, Values>> = demo && env.STAND_IN_VALUES ? JSON.parse(env.STAND_IN_VALUES) : {};
  const key = (name: string): string => env[name]?.trim() ?? '';
  return {
    address: (name, vendors) => {
      const text = key(name) || vendors;
      try {
        return checkBaseUrl(text).href.replace(/\/$/, '');
      } catch {
        throw new Error(`${name} must be an https address, or one on this machine, not "${text}".`);
      }
    },
    key,
    publicUrl,
    callback: (kind) => (publicUrl === null ? null : `${publicUrl}/api/v1/integrations/${kind}/callback`),
    standIn: (kind) => standIns[kind] ?? null,
    formSetup: (kind) => ({ configured: true, message: null, redirect_url: null, values: standIns[kind] ?? null }),
  };
};
