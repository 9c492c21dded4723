import { createHash } from 'node:crypto';

/** The columns covered by a row's hash; without the id, which the database assigns, as the chain itself gives the order. */
export type ChainedRow = Readonly<{
  at: string;
  actor_id: number | null;
  network: string | null;
  request_id: string | null;
  action: string;
  entity: string;
  entity_id: string;
  before: unknown;
  after: unknown;
  cause: string | null;
  /** Null in rows from before this column existed, whose hashes do not cover it. */
  cause_facts: unknown;
  /** The API token by which the actor acted. */
  token_id: number | null;
}>;

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
};

/** JSON with sorted object keys, so that a row read back gives the same text as the row written. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sortKeys(value));

/** SHA-256 over the previous hash and the row. */
export const chainHash = (previous: string, row: ChainedRow): string => {
  const { at, actor_id, network, request_id, action, entity, entity_id, before, after, cause, cause_facts, token_id } = row;
  const facts = [at, actor_id, network, request_id, action, entity, entity_id, before ?? null, after ?? null, cause];
  const causeFacts = cause_facts == null ? [] : [cause_facts];
  // Rows from before this column have no token, and their hashes stay valid.
  const coveredFields = canonicalJson([...facts, ...causeFacts, ...(token_id == null ? [] : [`token ${token_id}`])]);
  return createHash('sha256').update(`${previous}\n${coveredFields}`).digest('hex');
};
