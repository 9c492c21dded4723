/** The row id in a text; null for an impossible id. */
export const rowId = (text: string): number | null => {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
