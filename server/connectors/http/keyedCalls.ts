import { ConnectionProblem } from '../../domain/connections/connectionProblem.ts';
import type { Connected } from '../../domain/connections/connector.ts';

type Options = Parameters<Connected['outgoing']>[0];
type Get = <T>(path: string, query: Readonly<Record<string, string>>, read: (body: unknown, headers: Headers) => T) => Promise<T>;

/** The header with a connection's key. @throws ConnectionProblem if it has none */
export const bearerOf = async ({ connection, secret }: Connected, field: string): Promise<Readonly<{ authorization: string }>> => {
  const key = await secret(field);
  if (!key) throw new ConnectionProblem('auth_expired', connection.name);
  return { authorization: `Bearer ${key.text}` };
};

/** Calls that read with a connection's key. @param read throws if the response is not as documented */
export const keyedCalls = (connected: Connected, field: string, options: Options, headers: Readonly<Record<string, string>> = {}): Get => {
  const calls = connected.outgoing(options);
  const signal = connected.signal ? { signal: connected.signal } : {};
  return async (path, query, read) =>
    calls.json({ path, query, headers: { ...(await bearerOf(connected, field)), ...headers }, ...signal }, read);
};
