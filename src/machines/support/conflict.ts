const read = (value: unknown, key: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined);

/** The error code of a refusal and the current version of the item. Callers decide which of the two indicates a conflict. */
export const parseRefusal = <Row>(error: unknown): Readonly<{ code: string | null; current: Row | null }> => {
  const data = read(error, 'data');
  const code = read(data, 'code');
  return { code: typeof code === 'string' ? code : null, current: (read(data, 'current') as Row | undefined) ?? null };
};

/** The current version, if a save was refused because it was based on an older one. */
export const readNewest = <Row>(error: unknown): Row | null => {
  const { code, current } = parseRefusal<Row>(error);
  return code === 'stale_version' ? current : null;
};
