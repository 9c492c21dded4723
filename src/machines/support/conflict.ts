const read = (value: unknown, key: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined);

/** What a refusal says: its code, and the thing as the server has it now. Which of the two says that it is a conflict is the subject's to know. */
export const refusalOf = <Row>(error: unknown): Readonly<{ code: string | null; current: Row | null }> => {
  const data = read(error, 'data');
  const code = read(data, 'code');
  return { code: typeof code === 'string' ? code : null, current: (read(data, 'current') as Row | undefined) ?? null };
};

/** What stands there now, where a save was refused because it started from an older version of the same thing. */
export const newestIn = <Row>(error: unknown): Row | null => {
  const { code, current } = refusalOf<Row>(error);
  return code === 'stale_version' ? current : null;
};
