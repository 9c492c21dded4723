/** The row id that a text names; null for what no row can have. */
export const rowId = (text: string): number | null => {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
